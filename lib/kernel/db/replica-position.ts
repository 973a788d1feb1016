import { setTimeout as sleep } from "node:timers/promises";
import type { Statement } from "@/lib/kernel/db/queryable";
import {
  type PrimaryPosition,
  primaryPositionNow,
  type ReplicaStanding,
  replicaStanding,
} from "@/lib/kernel/db/replica-statements";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { singleton } from "@/lib/kernel/process/singleton";

/** Reason for which a replica can't be used now. */
export type Unfitness =
  /** It has not replayed everything that the reader may have written. */
  | "behind"
  /** It replays another server's log, or accepts writes itself. */
  | "not_following"
  /** It does not answer. */
  | "unreachable";

/** A replica can't be used. */
export class ReplicaUnfit extends Error {
  constructor(readonly reason: Unfitness) {
    super(`The replica is ${reason.replace("_", " ")}`);
    this.name = "ReplicaUnfit";
  }
}

/** Longest time that a reader waits for a replica to catch up with the primary. */
const LATEST_MS = 250;
/** Further time for its answer to arrive. */
const ANSWER_MS = 250;
const LONGEST_PAUSE_MS = 32;

const position = singleton("primary-position", () => ({
  next: undefined as Promise<PrimaryPosition> | undefined,
}));

/** Returns the current position of the primary's log. Callers in one turn of the event loop share a
 *  statement, which leaves after all of their calls.
 *  @throws DatabaseError when the primary does not answer */
export function primaryPosition(): Promise<PrimaryPosition> {
  position.next ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
    position.next = undefined;
    return askPrimary();
  });
  return position.next;
}

async function askPrimary(): Promise<PrimaryPosition> {
  const found = await unscoped.first(primaryPositionNow());
  if (!found) throw new Error("PostgreSQL does not know where its log is");
  return found;
}

/** Waits briefly until a replica has replayed the primary's log to a position.
 *  @param first queries the replica, always on the same connection
 *  @param giveUp ends that connection
 *  @throws ReplicaUnfit when it has not */
export async function untilReplayed(
  target: PrimaryPosition,
  first: (statement: Statement<ReplicaStanding>) => Promise<ReplicaStanding | null>,
  giveUp: (reason: ReplicaUnfit) => void,
): Promise<void> {
  const silent = new ReplicaUnfit("unreachable");
  const timer = setTimeout(() => giveUp(silent), LATEST_MS + ANSWER_MS);
  const latest = performance.now() + LATEST_MS;
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const seen = await first(replicaStanding(target));
      const follows = seen?.inRecovery && seen.sameCluster && seen.sameTimeline;
      if (!follows) throw new ReplicaUnfit("not_following");
      if (seen.behindBytes === 0) return;
      if (performance.now() + pause > latest) throw new ReplicaUnfit("behind");
      await sleep(pause);
    }
  } finally {
    clearTimeout(timer);
  }
}
