import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Stores a password hash in place of the one that was verified: of two changes that verified the same
 *  one, the second finds it replaced.
 *  @param chosenAt when the user chose this password; absent for the same password under other parameters
 *  @returns whether the verified hash was still in place */
export async function replacePasswordHash(
  db: Queryable,
  userId: string,
  { verified, next, chosenAt }: { verified: string; next: string; chosenAt?: Date },
): Promise<boolean> {
  const replaced = await db.execute(lock`
    UPDATE users
    SET password_hash = ${next}, password_changed_at = COALESCE(${chosenAt ?? null}::timestamptz, password_changed_at),
        updated_at = now()
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      AND deleted_at IS NULL AND password_hash = ${verified}`);
  return replaced === 1;
}

/** Stores a password that its user has just chosen, regardless of the previous one. */
export async function writePassword(
  db: Queryable,
  userId: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await db.execute(lock`
    UPDATE users
    SET password_hash = ${passwordHash}, password_changed_at = ${at}::timestamptz, updated_at = now()
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
