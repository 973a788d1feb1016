import { beforeTenant } from "@/lib/db";

/** Clears expired rows of every tenant, which only this function of the database may do; it decides by
 *  itself what is expired.
 *  @returns how many rows it deleted, by table */
export async function sweepExpiredRows(): Promise<Record<string, number>> {
  const rows = await beforeTenant.$queryRaw<{ cleared: string; rows: number }[]>`
    SELECT cleared, rows FROM atrium_sweep_storage()`;
  return Object.fromEntries(rows.map(({ cleared, rows }) => [cleared, rows]));
}

/** Clears sign-ins that ended without being finished, of every tenant, in short transactions: anybody can begin
 *  them, so that there may be very many. A row that somebody is at work on is left for the next time.
 *  @returns how many it deleted */
export async function sweepInteractions(batch = 5000): Promise<number> {
  let cleared = 0;
  for (;;) {
    const [row] = await beforeTenant.$queryRaw<{ rows: number }[]>`
      SELECT atrium_sweep_interactions(${batch}::int) AS rows`;
    cleared += row?.rows ?? 0;
    if ((row?.rows ?? 0) < batch) return cleared;
  }
}
