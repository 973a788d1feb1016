import { Prisma, type TenantTransaction } from "@/lib/db";
import type { Session } from "@/lib/sessions/session";
import { isOpen } from "@/lib/sessions/session-store";

/** Which of a user's sessions to end; all of them, unless narrowed. */
export interface WhichSessions {
  userId: string;
  sessionIds?: string[];
  /** One that stays. */
  except?: string;
}

/** What is known of a session that was ended just now. */
export type EndedSession = Pick<Session, "id" | "kind" | "oidcSessionUid">;

/** Forgets where and with what a user's sessions, live or ended, were used. */
export async function forgetWhereabouts(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT id FROM sessions WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
      ORDER BY id FOR UPDATE)
    UPDATE sessions s SET ip_address = NULL, user_agent = NULL, device_name = NULL, platform = NULL
    FROM held WHERE s.id = held.id`;
}

/** Marks sessions as revoked and answers those that this call ended: of parallel calls each session is ended by
 *  one. Rows are taken in the order of their ids, as everywhere. What is past its absolute end counts while relying
 *  parties hold tokens of it: the mark is what a refresh that is under way looks at, so that it leaves no token
 *  behind. Its expiry stands. */
export async function revokeSessions(
  transaction: TenantTransaction,
  { userId, sessionIds, except }: WhichSessions,
  { reason, at }: { reason: string; at: Date },
): Promise<EndedSession[]> {
  const only = sessionIds ? Prisma.sql`AND s.id = ANY(${sessionIds}::uuid[])` : Prisma.empty;
  const but = except ? Prisma.sql`AND s.id <> ${except}::uuid` : Prisma.empty;
  return transaction.sql.$queryRaw<EndedSession[]>`
    WITH held AS (
      SELECT s.id FROM sessions s
      WHERE s.user_id = ${userId}::uuid AND s.environment_id = ${transaction.environmentId}::uuid
        AND ${isOpen(transaction, at)} ${only} ${but}
      ORDER BY s.id FOR UPDATE)
    UPDATE sessions s SET revoked_at = ${at}, revoked_reason = ${reason}
    FROM held WHERE s.id = held.id
    RETURNING s.id, s.kind::text AS kind, s.oidc_session_uid AS "oidcSessionUid"`;
}
