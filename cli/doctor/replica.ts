import type { Ask } from "@/lib/kernel/db/ask";
import type { Statement } from "@/lib/kernel/db/queryable";
import {
  primaryPositionNow,
  type ReplicaStanding,
  replicaStanding,
} from "@/lib/kernel/db/replica-statements";
import { explain } from "../commands/explain";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";
import { connectTo } from "./connection";

/** Longest wait of the doctor for a replica to catch up with the primary. */
const PATIENCE_MS = 2_000;
const CONNECT_MS = 5_000;

/** Checks that the replica of ATRIUM_READ_DATABASE_URL follows the primary, and how far behind it is. */
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

async function standing(primary: Ask, follower: Ask): Promise<ReplicaStanding> {
  const [at] = await askFor(primary, primaryPositionNow());
  if (!at) throw new Error("PostgreSQL does not know where its log is");
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    const [seen] = await askFor(follower, replicaStanding(at));
    if (!seen) throw new Error("The replica does not know where it is");
    if (!seen.inRecovery || seen.behindBytes === 0 || performance.now() > end) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function askFor<Row extends object>(ask: Ask, { text, values }: Statement<Row>): Promise<Row[]> {
  return ask<Row>(text, [...values]);
}

export function replicaFinding(seen: ReplicaStanding): Finding {
  if (!seen.sameCluster)
    return failed(
      "it is another database, no copy of this one",
      "Lead ATRIUM_READ_DATABASE_URL to a standby of the primary; the primary answers for it meanwhile.",
    );
  if (!seen.inRecovery)
    return failed(
      "it takes changes itself: it was promoted, or it is the primary",
      "Lead ATRIUM_READ_DATABASE_URL to a standby; the primary answers for it meanwhile.",
    );
  if (!seen.sameTimeline)
    return warning(
      "it does not say yet that it follows the promotion of the primary",
      "It says so with its next restartpoint (CHECKPOINT on the replica hastens it). If it never does, make it anew.",
    );
  if (seen.behindBytes !== 0)
    return warning(
      seen.behindBytes === null
        ? "it has replayed nothing yet"
        : `it was still ${Math.ceil(seen.behindBytes / 1024)} KiB behind after ${PATIENCE_MS / 1000} seconds`,
      "See pg_stat_replication on the primary, and pg_stat_wal_receiver and recovery_min_apply_delay on the replica.",
    );
  if (!seen.feedback)
    return warning(
      "it follows the primary, without hot_standby_feedback",
      "Set hot_standby_feedback = on there: without it, long lists are cancelled when the primary clears up, and begin anew on the primary.",
    );
  return ok("it follows the primary and has replayed everything");
}
