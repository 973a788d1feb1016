import { setTimeout as sleep } from "node:timers/promises";
import { sequenceEvents } from "@/lib/audit/log/sequence-events";
import { logger } from "@/lib/process/logger";

/** Events that are asked for at once. */
const BATCH = 2_000;
/** Between two looks for events, in milliseconds, and while somebody waits for them, who is to see a change within a second. */
const PAUSE_MS = 1_000;
const FOLLOWED_PAUSE_MS = 250;
/** The longest pause after a look that failed. */
const LONGEST_PAUSE_MS = 10_000;

/** Takes committed events into the logs of their tenants for as long as the process works: a look each second, and one after the
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
  while (!signal.aborted) {
    let pause = PAUSE_MS;
    try {
      const { taken, followed } = await sequenceEvents(BATCH);
      failures = 0;
      if (followed) pause = FOLLOWED_PAUSE_MS;
      if (taken === BATCH) pause = 0;
    } catch (error) {
      failures += 1;
      pause = Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason, failures }, "events could not be taken into their logs; trying again");
    }
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}
