import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** Finds a hash of the most frequent kind, cost included, among the environment's imported hashes, by a
 *  sample of fifty; null when no hash is imported. A wrapped hash costs the same as our own, and counts as
 *  one. */
export async function findFrequentHash(db: Queryable): Promise<string | null> {
  const found = await db.first(read<{ hash: string }>`
    SELECT min(password_hash) AS hash FROM (
      SELECT password_hash FROM users
      WHERE environment_id = ${db.environmentId}::uuid
        AND password_hash NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%' AND password_hash NOT LIKE '$wrapped-%'
      ORDER BY right(password_hash, 8) LIMIT 50) sample
    GROUP BY CASE WHEN password_hash LIKE '$2%' THEN substr(password_hash, 5, 2)
                  ELSE regexp_replace(password_hash, '\\$[^$]*\\$[^$]*$', '') END
    ORDER BY count(*) DESC, hash LIMIT 1`);
  return found?.hash ?? null;
}
