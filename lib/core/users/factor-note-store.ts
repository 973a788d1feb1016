import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Notes when a sign-in first asked a user for a factor that the user has not. The days of grace are counted from the
 *  first time, so a note that is there stays. */
export async function noteFactorDue(db: Queryable, userId: string, at: Date): Promise<void> {
  await db.execute(lock`
    UPDATE users SET factor_due_from = ${at}::timestamptz
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND factor_due_from IS NULL`);
}

/** Forgets that note: the user has a factor now, and the next time is counted anew. */
export async function forgetFactorDue(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    UPDATE users SET factor_due_from = NULL
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND factor_due_from IS NOT NULL`);
}

/** Takes the one time that a passkey is offered to a user: of any number of parallel sign-ins one gets true. */
export async function takePasskeyOffer(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const taken = await db.execute(lock`
    UPDATE users SET passkey_offered_at = ${at}::timestamptz
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND passkey_offered_at IS NULL
      AND NOT 'passkey' = ANY(factor_types)`);
  return taken === 1;
}

/** Writes beside a user which types of factor they have, where sign-ins and lists read it. The user's row must be held,
 *  so that two who add or remove factors at once take turns. */
export async function writeFactorTypes(
  db: Queryable,
  userId: string,
  types: readonly string[],
): Promise<void> {
  await db.execute(lock`
    UPDATE users SET factor_types = ${[...types]}::text[]
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
