import { lock } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Seconds of an hour and of a day: what is swept is kept for so many of them. */
export const [HOUR, DAY] = [3600, 86_400] as const;

/** Rows of a batch, which is a transaction of its own: locks are held for moments. */
const BATCH = 1000;
/** Batches of one sweep; what is left then is the next one's. */
const MOST_BATCHES = 200;

/** Clears what ended a while ago, of every tenant, batch by batch, which only `atrium_sweep` of the database may do. Rows
 *  that somebody holds are left for the next sweep, and the time is PostgreSQL's. The folder that writes a table sweeps
 *  it.
 *  @param kind as the function calls it
 *  @param keepSeconds how long ago a row has to have ended; the database knows a least time for each kind
 *  @returns how many rows it cleared */
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
  // It waits for nobody's lock, but takes so long that nobody should have to wait behind it.
  const row = await unscoped.first(lock<{ swept: number }>`
    SELECT atrium_sweep(${kind}::text, ${keepSeconds}::float8, ${BATCH}::int) AS swept`);
  return row?.swept ?? 0;
}
