import { beforeTenant } from "@/lib/db";

/** Clears expired rows of every tenant, which only this function of the database may do; it decides by
 *  itself what is expired.
 *  @returns how many rows it deleted, by table */
export async function sweepExpiredRows(): Promise<Record<string, number>> {
  const rows = await beforeTenant.$queryRaw<{ cleared: string; rows: number }[]>`
    SELECT cleared, rows FROM atrium_sweep_storage()`;
  return Object.fromEntries(rows.map(({ cleared, rows }) => [cleared, rows]));
}
