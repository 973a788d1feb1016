import type { TenantScope } from "@/lib/kernel/caller";
import type { RetentionStep } from "@/lib/kernel/db/partitions";
import { lock, type Queryable, read, type Statement } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Finds sessions of every tenant past their absolute end that were not marked yet. */
export async function findExpiredSessions(
  at: Date,
  atMost: number,
): Promise<(TenantScope & { sessionId: string })[]> {
  return unscoped.query(read<TenantScope & { sessionId: string }>`
    SELECT session_id, tenant_id, environment_id
    FROM platform_security_defaults d, atrium_expired_sessions(${at}::timestamptz, d.absolute_timeout_minutes, ${atMost}::int)`);
}

/** Marks sessions as expired and returns those that this call marked. One that another transaction has
 *  locked (which may be ending it) is left for the next sweep: waiting for it while holding other locks
 *  could deadlock. */
export async function markExpired(
  db: Queryable,
  sessionIds: readonly string[],
  at: Date,
): Promise<{ id: string; userId: string; kind: "direct" | "hosted" }[]> {
  return db.query(lock<{ id: string; userId: string; kind: "direct" | "hosted" }>`
    UPDATE sessions s SET expired_at = ${at}::timestamptz
    FROM (SELECT id FROM sessions
      WHERE id = ANY(${[...sessionIds]}::uuid[]) AND environment_id = ${db.environmentId}::uuid
        AND expired_at IS NULL AND revoked_at IS NULL
      FOR UPDATE SKIP LOCKED) unheld
    WHERE s.id = unheld.id
    RETURNING s.id, s.user_id, s.kind`);
}

/** Returns the next step of dropping partitions of sessions, which only the database's
 *  `atrium_retain_sessions` may do.
 *  @param keepSeconds how long ago a session must have ended */
export function retainSessionsStep(keepSeconds: number, atMost: number): Statement<RetentionStep> {
  return lock<RetentionStep>`
    SELECT partition, did, rows FROM atrium_retain_sessions(${keepSeconds}::float8, ${atMost}::int)`;
}
