import type pg from "pg";
import type { newSigningKey } from "@/lib/core/signing-keys/new-signing-key";
import type { SigningKey, SigningPurpose } from "@/lib/core/signing-keys/signing-key";
import { placedMoment } from "@/lib/kernel/clock";

// Keys are made on a connection of the database's owner: the application's role can't write them.

/** A key as the key commands show it: without its private part. */
export type KeyEntry = Pick<SigningKey, "kid" | "purpose" | "alg" | "activeFrom" | "verifiesUntil">;

/** Runs `work` in a transaction that excludes other processes from making or retiring keys. */
export async function withKeyLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  await client.query("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE");
  const done = await work();
  await client.query("COMMIT");
  return done;
}

/** PostgreSQL's time, unless a test sets another: every server reads a key's dates. */
export async function keyOwnerTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL does not know the time");
  return placedMoment() ?? row.at;
}

/** Returns the purposes that have a key. */
export async function purposesWithKeys(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ purpose: string }>(
    "SELECT DISTINCT purpose FROM signing_keys",
  );
  return new Set(rows.map(({ purpose }) => purpose));
}

/** Stores a new key. */
export async function insertSigningKey(
  client: pg.Client,
  purpose: SigningPurpose,
  key: Awaited<ReturnType<typeof newSigningKey>>,
  activeFrom: Date,
): Promise<void> {
  const { kid, alg, publicJwk, sealedPrivateJwk } = key;
  await client.query(
    `INSERT INTO signing_keys (kid, purpose, alg, public_jwk, sealed_private_jwk, active_from)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [kid, purpose, alg, JSON.stringify(publicJwk), sealedPrivateJwk, activeFrom],
  );
}

/** Sets the end of a purpose's keys that have none yet. */
export async function retireSigningKeys(
  client: pg.Client,
  purpose: SigningPurpose,
  verifiesUntil: Date,
): Promise<void> {
  await client.query(
    "UPDATE signing_keys SET verifies_until = $2 WHERE purpose = $1 AND verifies_until IS NULL",
    [purpose, verifiesUntil],
  );
}

/** Deletes keys that verify nothing any more. */
export async function deleteExpiredKeys(client: pg.Client, at: Date): Promise<void> {
  await client.query("DELETE FROM signing_keys WHERE verifies_until < $1", [at]);
}

/** Reads all stored keys, the newest first within their purpose. */
export async function readKeyEntries(client: pg.Client): Promise<KeyEntry[]> {
  const { rows } = await client.query<KeyEntry>(
    `SELECT kid, purpose::text AS purpose, alg, active_from AS "activeFrom", verifies_until AS "verifiesUntil"
     FROM signing_keys ORDER BY purpose, active_from DESC`,
  );
  return rows;
}
