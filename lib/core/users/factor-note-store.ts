import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Records when a sign-in first required a factor that the user does not have. The days of grace are
 *  counted from the first time, so an existing record stays. */
export async function noteFactorDue(db: Queryable, userId: string, at: Date): Promise<void> {
  await db.execute(lock`
    UPDATE users SET factor_due_from = ${at}::timestamptz
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND factor_due_from IS NULL`);
}

/** Deletes that record: the user has a factor now, and a later grace period is counted anew. */
export async function forgetFactorDue(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    UPDATE users SET factor_due_from = NULL
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND factor_due_from IS NOT NULL`);
}

/** Takes the only offer of a passkey to a user: of any number of parallel sign-ins one gets true. */
export async function takePasskeyOffer(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const taken = await db.execute(lock`
    UPDATE users SET passkey_offered_at = ${at}::timestamptz
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND passkey_offered_at IS NULL
      AND NOT 'passkey' = ANY(factor_types)`);
  return taken === 1;
}

/** Stores the types of a user's factors in the user's row, where sign-ins and lists read them. The caller
 *  must hold the user's row lock, so that parallel changes of factors are serialized. */
export async function writeFactorTypes(
  db: Queryable,
  userId: string,
  types: readonly string[],
): Promise<void> {
  await db.execute(lock`
    UPDATE users SET factor_types = ${[...types]}::text[]
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
