import { setTimeout as sleep } from "node:timers/promises";
import { read, type Statement } from "@/lib/db/queryable";
import { unscoped } from "@/lib/db/unscoped";
import { singleton } from "@/lib/process/singleton";

/** Where the primary's log is. */
export interface PrimaryPosition {
  /** Everything that anybody was told is committed lies before it. */
  lsn: string;
  /** Which turn of history writes the log: a promotion begins the next one. */
  timeline: number;
  /** Which database cluster it is. */
  system: string;
}

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
  // A commit is told when it is flushed. Where nobody waits for the disk, it is told before.
  const found = await unscoped.first(read<PrimaryPosition>`
    SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
              ELSE pg_current_wal_flush_lsn() END)::text AS lsn,
      ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline,
      (SELECT system_identifier::text FROM pg_control_system()) AS system`);
  if (!found) throw new Error("PostgreSQL does not know where its log is");
  return found;
}

/** What a replica says of itself, compared with a position. */
interface Standing {
  follows: boolean;
  reached: boolean;
}

/** The timeline of a replica is the one that its control file tells, which is written now and then: after a promotion
 *  a replica that follows the new primary is left out for some minutes, and one that does not follow it for good. */
function standing({ lsn, timeline, system }: PrimaryPosition): Statement<Standing> {
  return read<Standing>`
    SELECT pg_is_in_recovery()
        AND (SELECT system_identifier::text FROM pg_control_system()) = ${system}::text
        AND greatest((SELECT timeline_id FROM pg_control_checkpoint()),
          (SELECT min_recovery_end_timeline FROM pg_control_recovery())) = ${timeline}::int AS follows,
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) AS reached`;
}

/** Waits until a replica has replayed the primary's log as far as a position, for a moment.
 *  @param first asks the replica, always on the same connection
 *  @param giveUp ends that connection
 *  @throws ReplicaUnfit when it has not */
export async function untilReplayed(
  wanted: PrimaryPosition,
  first: (statement: Statement<Standing>) => Promise<Standing | null>,
  giveUp: (reason: ReplicaUnfit) => void,
): Promise<void> {
  const silent = new ReplicaUnfit("unreachable");
  const timer = setTimeout(() => giveUp(silent), LATEST_MS + ANSWER_MS);
  const latest = performance.now() + LATEST_MS;
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const seen = await first(standing(wanted));
      if (!seen?.follows) throw new ReplicaUnfit("not_following");
      if (seen.reached) return;
      if (performance.now() + pause > latest) throw new ReplicaUnfit("behind");
      await sleep(pause);
    }
  } finally {
    clearTimeout(timer);
  }
}
