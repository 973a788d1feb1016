import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Replaces a user's recovery codes; the previous ones stop working. The caller must hold the user's row
 *  lock. */
export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  hashes: readonly Buffer<ArrayBuffer>[],
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  await db.execute(write`
    INSERT INTO recovery_codes (tenant_id, environment_id, user_id, code_hash, created_at)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${userId}::uuid, hash, ${at}::timestamptz
    FROM unnest(${[...hashes]}::bytea[]) AS made (hash)`);
}

/** Deletes all recovery codes of a user. */
export async function deleteRecoveryCodes(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    DELETE FROM recovery_codes
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Returns how many of a user's recovery codes still work. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const counted = await db.first(read<{ left: number }>`
    SELECT count(*)::int AS left FROM recovery_codes
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND used_at IS NULL`);
  return counted?.left ?? 0;
}

/** Spends a recovery code: of any number of parallel attempts one gets true. */
export async function spendRecoveryCode(
  db: Queryable,
  userId: string,
  hash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<boolean> {
  const spent = await db.execute(lock`
    UPDATE recovery_codes SET used_at = ${at}::timestamptz
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND code_hash = ${hash}::bytea
      AND used_at IS NULL`);
  return spent === 1;
}
