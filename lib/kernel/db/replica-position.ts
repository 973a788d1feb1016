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

/** Why a replica can't be asked at this moment. */
export type Unfitness =
  /** It has not replayed what the reader may have written. */
  | "behind"
  /** It replays another server's log, or takes changes itself. */
  | "not_following"
  /** It says nothing. */
  | "unreachable";

/** A replica can't be asked. */
export class ReplicaUnfit extends Error {
  constructor(readonly reason: Unfitness) {
    super(`The replica is ${reason.replace("_", " ")}`);
    this.name = "ReplicaUnfit";
  }
}

/** How long a reader waits for a replica to come up with the primary. */
const LATEST_MS = 250;
/** How long its answer may be on the way besides. */
const ANSWER_MS = 250;
const LONGEST_PAUSE_MS = 32;

const position = singleton("primary-position", () => ({
  next: undefined as Promise<PrimaryPosition> | undefined,
}));

/** Where the primary's log is at this moment. Whoever asks in one turn of the event loop shares a statement, which
 *  leaves after all of them have asked.
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

/** Waits until a replica has replayed the primary's log as far as a position, for a moment.
 *  @param first asks the replica, always on the same connection
 *  @param giveUp ends that connection
 *  @throws ReplicaUnfit when it has not */
export async function untilReplayed(
  wanted: PrimaryPosition,
  first: (statement: Statement<ReplicaStanding>) => Promise<ReplicaStanding | null>,
  giveUp: (reason: ReplicaUnfit) => void,
): Promise<void> {
  const silent = new ReplicaUnfit("unreachable");
  const timer = setTimeout(() => giveUp(silent), LATEST_MS + ANSWER_MS);
  const latest = performance.now() + LATEST_MS;
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const seen = await first(replicaStanding(wanted));
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
