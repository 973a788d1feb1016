import type { LogoutDelivery } from "@/lib/backchannel-logout/logout-delivery";
import type { TenantScope } from "@/lib/caller";
import { beforeTenant, type TenantTransaction } from "@/lib/db";
import { defaultAbsoluteMinutes } from "@/lib/tenants/security-policy-store";

/** Adds a delivery for each relying party of these sessions that wants to be told.
 *  @returns the ids of the deliveries */
export async function insertDeliveries(
  { sql, environmentId }: TenantTransaction,
  sessionIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    INSERT INTO logout_deliveries
      (tenant_id, environment_id, oidc_client_id, session_id, user_id, sid, jti, created_at, next_attempt_at)
    SELECT k.tenant_id, k.environment_id, k.oidc_client_id, k.session_id, s.user_id, k.sid,
           gen_random_uuid()::text, ${at}, ${at}
    FROM session_clients k
    JOIN sessions s ON s.id = k.session_id
    JOIN oidc_clients c ON c.id = k.oidc_client_id
    WHERE k.session_id = ANY(${[...sessionIds]}::uuid[]) AND k.environment_id = ${environmentId}::uuid
      AND c.backchannel_logout_uri IS NOT NULL AND c.revoked_at IS NULL
    RETURNING id`;
  return rows.map((row) => row.id);
}

/** A delivery with the address it goes to. */
export async function readDelivery(
  { sql }: TenantTransaction,
  id: string,
): Promise<LogoutDelivery | null> {
  const rows = await sql.$queryRaw<LogoutDelivery[]>`
    SELECT d.id, d.user_id AS "userId", d.sid, d.jti, d.status::text AS status, d.attempts,
           d.created_at AS "createdAt", c.client_id AS "clientId",
           CASE WHEN c.revoked_at IS NULL THEN c.backchannel_logout_uri END AS "backchannelLogoutUri"
    FROM logout_deliveries d JOIN oidc_clients c ON c.id = d.oidc_client_id
    WHERE d.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** Records an attempt and what it means for the delivery. Nothing is written when another worker recorded the
 *  same attempt first.
 *  @returns whether this one was recorded */
export async function recordAttempt(
  { sql, tenantId }: TenantTransaction,
  delivery: Pick<LogoutDelivery, "id" | "attempts">,
  attempt: { at: Date; statusCode: number | null; error: string | null; durationMs: number },
  result: { status: LogoutDelivery["status"]; nextAttemptAt: Date | null; finishedAt: Date | null },
): Promise<boolean> {
  const made = delivery.attempts + 1;
  const { count } = await sql.logoutDelivery.updateMany({
    where: { id: delivery.id, attempts: delivery.attempts, status: "pending" },
    data: { ...result, attempts: made },
  });
  if (count === 0) return false;
  await sql.logoutAttempt.create({
    data: { ...attempt, tenantId, deliveryId: delivery.id, attempt: made },
  });
  return true;
}

/** The latest deliveries to a relying party with their attempts, for its settings page. */
export async function listDeliveries(
  { sql, environmentId }: TenantTransaction,
  oidcClientId: string,
  atMost = 50,
) {
  return sql.logoutDelivery.findMany({
    where: { oidcClientId, environmentId },
    orderBy: { createdAt: "desc" },
    take: atMost,
    include: { attemptLogs: { orderBy: { attempt: "asc" } } },
  });
}

/** Sessions past their absolute end that were not marked yet, of every tenant. */
export async function findExpiredSessions(
  at: Date,
  atMost: number,
): Promise<(TenantScope & { sessionId: string })[]> {
  return beforeTenant.$queryRaw<(TenantScope & { sessionId: string })[]>`
    SELECT session_id AS "sessionId", tenant_id AS "tenantId", environment_id AS "environmentId"
    FROM atrium_expired_sessions(${at}, ${defaultAbsoluteMinutes}, ${atMost}::int)`;
}

/** Marks sessions as expired and answers those that this call marked. One that somebody holds (who may be ending it)
 *  is left for the next sweep: waiting for it while holding others could end in a deadlock. */
export async function markExpired(
  { sql, environmentId }: TenantTransaction,
  sessionIds: readonly string[],
  at: Date,
): Promise<{ id: string; userId: string; kind: "direct" | "hosted" }[]> {
  return sql.$queryRaw<{ id: string; userId: string; kind: "direct" | "hosted" }[]>`
    UPDATE sessions s SET expired_at = ${at}
    FROM (SELECT id FROM sessions
      WHERE id = ANY(${[...sessionIds]}::uuid[]) AND environment_id = ${environmentId}::uuid
        AND expired_at IS NULL AND revoked_at IS NULL
      FOR UPDATE SKIP LOCKED) unheld
    WHERE s.id = unheld.id
    RETURNING s.id, s.user_id AS "userId", s.kind::text AS kind`;
}
