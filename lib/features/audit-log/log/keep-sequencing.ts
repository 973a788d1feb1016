import { setTimeout as sleep } from "node:timers/promises";
import { type Sequenced, sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { inBulkTurn } from "@/lib/kernel/process/bulk-turn";
import { logger } from "@/lib/kernel/process/logger";

/** Events per run. */
const BATCH = 2_000;
/** Pauses between two runs, in milliseconds: after one that found events, and while readers wait for
 *  events, who should see a change within a second. */
const PAUSE_MS = 1_000;
const FOLLOWED_PAUSE_MS = 250;
/** Longest pause while nothing happens; it grows with each run. An event is in its log within five
 *  seconds. */
const IDLE_PAUSE_MS = 3_000;
/** Longest pause after a failed run. */
const LONGEST_PAUSE_MS = 10_000;

/** Sequences committed events into their tenants' logs for as long as the process runs: every second to
 *  three, and without a pause while there are more. Failures are retried with growing pauses.
 *  @returns `stop`, which waits for the current run */
export function keepSequencing(): { stop(): Promise<void> } {
  const ending = new AbortController();
  const done = sequenceUntil(ending.signal);
  return {
    stop: () => {
      ending.abort();
      return done;
    },
  };
}

async function sequenceUntil(signal: AbortSignal): Promise<void> {
  let failures = 0;
  let pause = PAUSE_MS;
  while (!signal.aborted) {
    try {
      const sequenced = await inBulkTurn(() => sequenceEvents(BATCH));
      failures = 0;
      pause = pauseAfter(sequenced, pause);
    } catch (error) {
      failures += 1;
      pause = Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason, failures }, "events could not be taken into their logs; trying again");
    }
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** Pause before the next run, in milliseconds.
 *  @param before the pause before this run */
export function pauseAfter({ taken, followed }: Sequenced, before: number): number {
  if (taken === BATCH) return 0;
  if (followed) return FOLLOWED_PAUSE_MS;
  if (taken > 0) return PAUSE_MS;
  return Math.min(Math.max(before * 1.25, PAUSE_MS), IDLE_PAUSE_MS);
}
