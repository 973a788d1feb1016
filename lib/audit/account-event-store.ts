import type { AuditKind } from "@/lib/audit/audit-kinds";
import type { TenantTransaction } from "@/lib/db";

/** The kinds a user is shown about their own account: what they would want to recognise, or not. */
export const accountEventKinds = [
  "login.succeeded",
  "login.failed",
  "login.locked",
  "session.revoked",
  "trusted_device.created",
  "trusted_device.revoked",
  "user.password_set",
  "user.password_changed",
  "user.password_reset",
  "user.password_change_failed",
  "user.email_changed",
] as const satisfies readonly AuditKind[];

/** Something that happened to an account. */
export interface AccountEvent {
  id: string;
  kind: (typeof accountEventKinds)[number];
  occurredAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** The latest events of a user's account, newest first. */
export async function listAccountEvents(
  { sql, tenantId, environmentId }: TenantTransaction,
  userId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<AccountEvent[]> {
  return sql.$queryRaw<AccountEvent[]>`
    SELECT id::text AS id, kind, occurred_at AS "occurredAt",
           context->>'ip_address' AS "ipAddress", context->>'user_agent' AS "userAgent"
    FROM tenant_audit_events
    WHERE tenant_id = ${tenantId}::uuid AND environment_id = ${environmentId}::uuid
      AND kind = ANY(${[...accountEventKinds]}) AND occurred_at > ${since}
      AND targets @> ${JSON.stringify([{ type: "user", id: userId }])}::jsonb
    ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`;
}
