import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** Kinds of events that users see about their own account, so that they can recognise what they did or did
 *  not do. */
const accountEventKinds = [
  "login.succeeded",
  "login.failed",
  "login.locked",
  "login.disowned",
  "session.revoked",
  "trusted_device.created",
  "trusted_device.revoked",
  "user.password_set",
  "user.password_changed",
  "user.password_reset",
  "user.password_change_failed",
  "user.email_changed",
  "factor.added",
  "factor.removed",
  "factor.copy_refused",
  "factors.reset",
  "recovery_codes.created",
  "recovery_code.used",
] as const satisfies readonly AuditKind[];

/** An event of a user's account. */
export interface AccountEvent {
  id: string;
  kind: (typeof accountEventKinds)[number];
  occurredAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Lists the latest events of a user's account, newest first. A lower bound of ids that are certainly
 *  older lets partitions stay unread. */
export async function listAccountEvents(
  db: Queryable,
  userId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<AccountEvent[]> {
  return db.query(read<AccountEvent>`
    SELECT id, kind, occurred_at, context->>'ip_address' AS ip_address, context->>'user_agent' AS user_agent
    FROM tenant_audit_events
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid
      AND kind = ANY(${[...accountEventKinds]}::text[]) AND occurred_at > ${since}::timestamptz
      AND id > atrium_first_id(${since}::timestamptz - interval '1 day')
      AND targets @> ${JSON.stringify([{ type: "user", id: userId }])}::jsonb
    ORDER BY occurred_at DESC, id DESC LIMIT ${limit}::int`);
}
