import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** The kinds a user is shown about their own account: what they would want to recognise, or not. */
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

/** Something that happened to an account. */
export interface AccountEvent {
  id: string;
  kind: (typeof accountEventKinds)[number];
  occurredAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** The latest events of a user's account, newest first. Ids that are older than the events can be leave partitions unread. */
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
