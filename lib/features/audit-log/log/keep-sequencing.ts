import { setTimeout as sleep } from "node:timers/promises";
import { type Sequenced, sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { inBulkTurn } from "@/lib/kernel/process/bulk-turn";
import { logger } from "@/lib/kernel/process/logger";

/** Events that are asked for at once. */
const BATCH = 2_000;
/** Between two looks for events, in milliseconds: after one that found some, and while somebody waits for them, who is to see a change
 *  within a second. */
const PAUSE_MS = 1_000;
const FOLLOWED_PAUSE_MS = 250;
/** The longest pause while nothing happens, which grows with each look. An event is in its log within five seconds. */
const IDLE_PAUSE_MS = 3_000;
/** The longest pause after a look that failed. */
const LONGEST_PAUSE_MS = 10_000;

/** Takes committed events into the logs of their tenants for as long as the process works: a look each second or three, and one after the
 *  other while there is more. What fails is tried again, with growing pauses.
 *  @returns what ends it, once the look that is under way is over */
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

/** How long to wait for the next look, in milliseconds.
 *  @param before the pause before this look */
export function pauseAfter({ taken, followed }: Sequenced, before: number): number {
  if (taken === BATCH) return 0;
  if (followed) return FOLLOWED_PAUSE_MS;
  if (taken > 0) return PAUSE_MS;
  return Math.min(Math.max(before * 1.25, PAUSE_MS), IDLE_PAUSE_MS);
}
