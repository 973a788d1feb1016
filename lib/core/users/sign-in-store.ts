import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Records a sign-in of a user who may sign in, and locks the user's row until the transaction ends: a
 *  parallel suspension either ends the resulting session, or is seen here.
 *  @returns whether the user may sign in */
export async function recordSignIn(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const recorded = await db.execute(lock`
    UPDATE users SET last_sign_in_at = ${at}::timestamptz
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      AND status = 'active' AND deleted_at IS NULL`);
  return recorded === 1;
}
