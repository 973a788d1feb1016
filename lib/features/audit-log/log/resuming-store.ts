import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Takes the tenant's log up again that was refused, in the transaction that tells of it.
 *  @returns whether it was refused */
export async function resumeLog(db: Queryable): Promise<boolean> {
  const row = await db.first(lock<{ resumed: boolean }>`SELECT atrium_resume_log() AS resumed`);
  return row?.resumed ?? false;
}
