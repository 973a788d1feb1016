import { countUncounted } from "@/lib/features/statistics/event-count-store";
import { inBulkTurn } from "@/lib/kernel/process/bulk-turn";

/** Events that one statement reads, which takes about a fifth of a second. */
const BATCH = 20_000;
/** Batches of one run; the next run continues. */
const MOST_BATCHES = 100;

/** Counts the events written since the last run, by hour and kind, and records the days on which users were
 *  active. Any number of workers may run it, and may crash: each event is counted once.
 *  @returns the number of rows of the trail that were read */
export async function countEvents(batch = BATCH): Promise<number> {
  let rows = 0;
  for (let run = 0; run < MOST_BATCHES; run += 1) {
    const read = await inBulkTurn(() => countUncounted(batch));
    rows += read;
    if (read < batch) break;
  }
  return rows;
}
