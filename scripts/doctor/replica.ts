import type { Ask } from "@/lib/db/ask";
import { explain } from "../commands/explain";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";
import { connectTo } from "./connection";

/** How long the doctor waits for a replica to come up with the primary. */
const PATIENCE_MS = 2_000;
const CONNECT_MS = 5_000;

/** What a replica says of itself, compared with the primary. */
interface Seen {
  follows: boolean;
  sameCluster: boolean;
  sameTimeline: boolean;
  behindBytes: number;
  feedback: boolean;
}

/** Whether the replica that ATRIUM_READ_DATABASE_URL names follows the primary, and how far behind it is. */
export const replica: Check = {
  name: "replica",
  needs: "database",
  look: async ({ config: { readDatabaseUrl }, ask }) => {
    if (!readDatabaseUrl) return skipped("ATRIUM_READ_DATABASE_URL names none");
    try {
      const connection = await connectTo(readDatabaseUrl, CONNECT_MS);
      try {
        return replicaFinding(await standing(ask, connection.ask));
      } finally {
        await connection.end();
      }
    } catch (error) {
      return failed(
        explain(error).message,
        "Start the replica, or correct ATRIUM_READ_DATABASE_URL; the primary answers for it meanwhile.",
      );
    }
  },
};

async function standing(primary: Ask, follower: Ask): Promise<Seen> {
  const [at] = await primary<{ lsn: string; timeline: number; system: string }>(
    `SELECT pg_current_wal_flush_lsn()::text AS lsn, (SELECT system_identifier::text FROM pg_control_system()) AS system,
       ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline`,
  );
  if (!at) throw new Error("PostgreSQL does not know where its log is");
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    const [seen] = await follower<Seen>(
      `SELECT pg_is_in_recovery() AS follows, current_setting('hot_standby_feedback')::boolean AS feedback,
         (SELECT system_identifier::text FROM pg_control_system()) = $2 AS "sameCluster",
         greatest((SELECT timeline_id FROM pg_control_checkpoint()),
           (SELECT min_recovery_end_timeline FROM pg_control_recovery())) = $3::int AS "sameTimeline",
         greatest(0, coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0))::float8 AS "behindBytes"`,
      [at.lsn, at.system, at.timeline],
    );
    if (!seen) throw new Error("The replica does not know where it is");
    if (!seen.follows || seen.behindBytes === 0 || performance.now() > end) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function replicaFinding(seen: Seen): Finding {
  if (!seen.sameCluster)
    return failed(
      "it is another database, no copy of this one",
      "Lead ATRIUM_READ_DATABASE_URL to a standby of the primary; the primary answers for it meanwhile.",
    );
  if (!seen.follows)
    return failed(
      "it takes changes itself: it was promoted, or it is the primary",
      "Lead ATRIUM_READ_DATABASE_URL to a standby; the primary answers for it meanwhile.",
    );
  if (!seen.sameTimeline)
    return warning(
      "it does not say yet that it follows the promotion of the primary",
      "It says so with its next restartpoint (CHECKPOINT on the replica hastens it). If it never does, make it anew.",
    );
  if (seen.behindBytes > 0)
    return warning(
      `it was still ${Math.ceil(seen.behindBytes / 1024)} KiB behind after ${PATIENCE_MS / 1000} seconds`,
      "See pg_stat_replication on the primary, and pg_stat_wal_receiver and recovery_min_apply_delay on the replica.",
    );
  if (!seen.feedback)
    return warning(
      "it follows the primary, without hot_standby_feedback",
      "Set hot_standby_feedback = on there: without it, long lists are cancelled when the primary clears up, and begin anew on the primary.",
    );
  return ok("it follows the primary and has replayed everything");
}
