import { Prisma, type TenantTransaction } from "@/lib/db";
import type { Session } from "@/lib/sessions/session";
import { platformPolicy } from "@/lib/tenants/security-policy";

/** Which of a user's sessions to end; all of them, unless narrowed. */
export interface WhichSessions {
  userId: string;
  sessionIds?: string[];
  /** One that stays. */
  except?: string;
}

/** What is known of a session that was ended just now. */
export type EndedSession = Pick<Session, "id" | "kind" | "oidcSessionUid">;

/** Marks live sessions as revoked and answers those that this call ended: of parallel calls each session is
 *  ended by one. What is past its absolute end is not live any more, and its expiry stands. */
export async function revokeSessions(
  { sql, tenantId, environmentId }: TenantTransaction,
  { userId, sessionIds, except }: WhichSessions,
  { reason, at }: { reason: string; at: Date },
): Promise<EndedSession[]> {
  const only = sessionIds ? Prisma.sql`AND id = ANY(${sessionIds}::uuid[])` : Prisma.empty;
  const but = except ? Prisma.sql`AND id <> ${except}::uuid` : Prisma.empty;
  return sql.$queryRaw<EndedSession[]>`
    UPDATE sessions SET revoked_at = ${at}, revoked_reason = ${reason}
    WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
      AND revoked_at IS NULL AND expired_at IS NULL
      AND auth_time > ${at}::timestamptz - make_interval(mins => COALESCE(
        (SELECT absolute_timeout_minutes FROM tenant_security_policies WHERE tenant_id = ${tenantId}::uuid),
        ${platformPolicy.absoluteTimeoutMinutes}::int))
      ${only} ${but}
    RETURNING id, kind::text AS kind, oidc_session_uid AS "oidcSessionUid"`;
}
