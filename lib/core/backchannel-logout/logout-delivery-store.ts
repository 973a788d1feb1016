import type { LogoutDelivery } from "@/lib/core/backchannel-logout/logout-delivery";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** Adds a delivery for each relying party of these sessions that has registered for notifications.
 *  @returns the ids of the deliveries */
export async function insertDeliveries(
  db: Queryable,
  sessionIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const rows = await db.query(write<{ id: string }>`
    INSERT INTO logout_deliveries
      (tenant_id, environment_id, oidc_client_id, session_id, user_id, sid, jti, created_at, next_attempt_at)
    SELECT k.tenant_id, k.environment_id, k.oidc_client_id, k.session_id, s.user_id, k.sid,
           gen_random_uuid()::text, ${at}::timestamptz, ${at}::timestamptz
    FROM session_clients k
    JOIN sessions s ON s.id = k.session_id
    JOIN oidc_clients c ON c.id = k.oidc_client_id
    WHERE k.session_id = ANY(${[...sessionIds]}::uuid[]) AND k.environment_id = ${db.environmentId}::uuid
      AND c.backchannel_logout_uri IS NOT NULL AND c.revoked_at IS NULL
    RETURNING id`);
  return rows.map((row) => row.id);
}

/** Returns a delivery with its target address. */
export async function readDelivery(db: Queryable, id: string): Promise<LogoutDelivery | null> {
  return db.first(read<LogoutDelivery>`
    SELECT d.id, d.user_id, d.sid, d.jti, d.status, d.attempts, d.created_at, c.client_id, c.id_token_signed_response_alg,
           CASE WHEN c.revoked_at IS NULL THEN c.backchannel_logout_uri END AS backchannel_logout_uri
    FROM logout_deliveries d JOIN oidc_clients c ON c.id = d.oidc_client_id
    WHERE d.id = ${id}::uuid`);
}

/** Records an attempt and the delivery's new state. Nothing is written when another worker recorded the
 *  same attempt first.
 *  @returns whether this one was recorded */
export async function recordAttempt(
  db: Queryable,
  delivery: Pick<LogoutDelivery, "id" | "attempts">,
  attempt: { at: Date; statusCode: number | null; error: string | null; durationMs: number },
  result: { status: LogoutDelivery["status"]; nextAttemptAt: Date | null; finishedAt: Date | null },
): Promise<boolean> {
  const made = delivery.attempts + 1;
  const { status, nextAttemptAt, finishedAt } = result;
  const { at, statusCode, error, durationMs } = attempt;
  const recorded = await db.execute(lock`
    WITH told AS (
      UPDATE logout_deliveries
      SET status = ${status}::logout_delivery_status, attempts = ${made}::int,
          next_attempt_at = ${nextAttemptAt}::timestamptz, finished_at = ${finishedAt}::timestamptz
      WHERE id = ${delivery.id}::uuid AND attempts = ${delivery.attempts}::int AND status = 'pending'
      RETURNING id)
    INSERT INTO logout_attempts (tenant_id, delivery_id, attempt, at, status_code, error, duration_ms)
    SELECT ${db.tenantId}::uuid, told.id, ${made}::int, ${at}::timestamptz, ${statusCode}::int, ${error}::text,
           ${durationMs}::int
    FROM told`);
  return recorded === 1;
}

/** A delivery as the settings page of its relying party shows it. */
export interface ShownDelivery
  extends Pick<LogoutDelivery, "id" | "status" | "attempts" | "createdAt"> {
  nextAttemptAt: Date | null;
  /** Oldest first. */
  attemptLogs: LogoutAttempt[];
}

interface LogoutAttempt {
  id: string;
  attempt: number;
  at: Date;
  statusCode: number | null;
  error: string | null;
  durationMs: number;
}

/** Lists the latest deliveries to a relying party with their attempts. */
export async function listDeliveries(
  db: Queryable,
  oidcClientId: string,
  atMost = 50,
): Promise<ShownDelivery[]> {
  const latest = sql`
    FROM logout_deliveries
    WHERE oidc_client_id = ${oidcClientId}::uuid AND environment_id = ${db.environmentId}::uuid
    ORDER BY created_at DESC, id DESC LIMIT ${atMost}::int`;
  const [deliveries, attempts] = await Promise.all([
    db.query(read<Omit<ShownDelivery, "attemptLogs">>`
      SELECT id, status, attempts, created_at, next_attempt_at ${latest}`),
    db.query(read<LogoutAttempt & { deliveryId: string }>`
      SELECT delivery_id, id, attempt, at, status_code, error, duration_ms
      FROM logout_attempts WHERE delivery_id IN (SELECT id ${latest}) ORDER BY attempt`),
  ]);
  const logs = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries.map((delivery) => ({ ...delivery, attemptLogs: logs.get(delivery.id) ?? [] }));
}
