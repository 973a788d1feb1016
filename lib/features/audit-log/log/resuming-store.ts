import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Resumes the tenant's refused log, in the transaction of the audit event about it.
 *  @returns whether it was refused */
export async function resumeLog(db: Queryable): Promise<boolean> {
  const row = await db.first(lock<{ resumed: boolean }>`SELECT atrium_resume_log() AS resumed`);
  return row?.resumed ?? false;
}
