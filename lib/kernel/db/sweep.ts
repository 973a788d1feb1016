import { lock } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Seconds of an hour and of a day: units of retention. */
export const [HOUR, DAY] = [3600, 86_400] as const;

/** Rows of a batch, which is a transaction of its own, so that locks are brief. */
const BATCH = 1000;
/** Most batches of one sweep; the rest is left to the next one. */
const MOST_BATCHES = 200;

/** Deletes what ended a while ago, of every tenant, batch by batch, which only the database's function
 *  `atrium_sweep` may do. Locked rows are left for the next sweep, and the time is PostgreSQL's. The folder
 *  that writes a table sweeps it.
 *  @param kind the function's name for it
 *  @param keepSeconds how long ago a row has to have ended; the database has a minimum for each kind
 *  @returns how many rows it deleted */
export async function sweep(kind: string, keepSeconds: number): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await sweepBatch(kind, keepSeconds);
    swept += rows;
    if (rows < BATCH) break;
  }
  return swept;
}

async function sweepBatch(kind: string, keepSeconds: number): Promise<number> {
  // It waits for no lock, but is marked as `lock` because it takes so long that no other message should queue
  // behind it.
  const row = await unscoped.first(lock<{ swept: number }>`
    SELECT atrium_sweep(${kind}::text, ${keepSeconds}::float8, ${BATCH}::int) AS swept`);
  return row?.swept ?? 0;
}
