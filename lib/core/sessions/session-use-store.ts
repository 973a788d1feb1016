import type { HostedRef } from "@/lib/core/oidc-payloads/hosted-session-ids";
import { empty, lock, type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** Minimum interval between writes of the stored last activity, in seconds (contract, Activity token). */
export const ACTIVITY_WRITE_SECONDS = 60;

/** Advances the stored last activity of a session, direct or hosted: never back, and at most once in
 *  ACTIVITY_WRITE_SECONDS, so that busy sessions do not cost a write per request. */
export async function noteActivity(db: Queryable, id: string, at: Date): Promise<void> {
  const due = new Date(at.getTime() - ACTIVITY_WRITE_SECONDS * 1000);
  await db.execute(lock`
    UPDATE sessions SET last_active_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND revoked_at IS NULL AND last_active_at <= ${due}::timestamptz`);
}

/** Binds a session to its first app; of parallel attempts one binds it.
 *  @returns the app it is bound to now */
export async function bindToApp(
  db: Queryable,
  id: string,
  appId: string,
): Promise<{ appId: string; isNew: boolean }> {
  const bound = await db.execute(lock`
    UPDATE sessions SET app_id = ${appId}::uuid
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND app_id IS NULL`);
  if (bound === 1) return { appId, isNew: true };
  const other = await db.first(read<{ appId: string | null }>`
    SELECT app_id FROM sessions WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return { appId: other?.appId ?? appId, isNew: false };
}

/** Records that the user of a session proved again who they are.
 *  @returns false when the session was ended meanwhile */
export async function noteStepUp(
  db: Queryable,
  id: string,
  { amr, at }: { amr: string[]; at: Date },
): Promise<boolean> {
  const noted = await db.execute(lock`
    UPDATE sessions SET step_up_at = ${at}::timestamptz, step_up_amr = ${amr}::text[]
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND revoked_at IS NULL AND expired_at IS NULL`);
  return noted === 1;
}

/** Returns our session of a provider session, locked against changes until the transaction ends:
 *  rows written meanwhile exist when a revocation deletes what the session issued.
 *  @returns null when there is none; under an id that is known, also when the session has another */
export function holdHostedSession(
  db: Queryable,
  { uid, id }: HostedRef,
): Promise<{ id: string; revokedAt: Date | null } | null> {
  const byId = id === undefined ? empty : sql`AND id = ${id}::uuid`;
  return db.first(lock<{ id: string; revokedAt: Date | null }>`
    SELECT id, revoked_at FROM sessions
    WHERE oidc_session_uid = ${uid} AND environment_id = ${db.environmentId}::uuid ${byId} FOR SHARE`);
}

/** Deletes the network addresses and user agents of a user's sessions, live or ended. */
export async function clearSessionOrigins(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM sessions WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      ORDER BY id FOR UPDATE)
    UPDATE sessions s SET ip_address = NULL, user_agent = NULL, device_name = NULL, platform = NULL
    FROM held WHERE s.id = held.id`);
}
