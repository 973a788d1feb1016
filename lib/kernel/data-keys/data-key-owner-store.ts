import type pg from "pg";
import type { MasterKey } from "@/lib/kernel/config/master-keys";
import { type DataKey, wrapDataKey } from "@/lib/kernel/data-keys/data-key";

// The database's owner makes data keys: the application's role can't write them.

/** Runs `work` in a transaction that locks out others which make or wrap data keys. */
export async function holdingDataKeys<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    await client.query("LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE");
    const done = await work();
    await client.query("COMMIT");
    return done;
  } catch (error) {
    // A lost connection has rolled back already; the error to report is the one that ended the work.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Every data key, the oldest first. */
export async function readOwnerDataKeys(client: pg.Client): Promise<DataKey[]> {
  const { rows } = await client.query<DataKey>(
    `SELECT id, wrapped_key AS "wrappedKey", master_key_id AS "masterKeyId", made_under AS "madeUnder",
            created_at AS "createdAt", active_from AS "activeFrom",
            closed_at IS NOT NULL AS closed,
            id = (SELECT max(id) FROM data_keys WHERE active_from <= clock_timestamp()) AS seals
     FROM data_keys ORDER BY id`,
  );
  return rows;
}

/** Stores a data key, wrapped by a master key.
 *  @param activeInSeconds until it begins to seal, counted from PostgreSQL's now */
export async function insertDataKey(
  client: pg.Client,
  { id, key }: { id: number; key: Uint8Array },
  master: MasterKey,
  activeInSeconds: number,
): Promise<void> {
  await client.query(
    `INSERT INTO data_keys (id, wrapped_key, master_key_id, made_under, active_from)
     VALUES ($1, $2, $3, $3, date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $4))`,
    [id, wrapDataKey(id, key, master), master.id, activeInSeconds],
  );
}

/** Wraps a data key with another master key. */
export async function rewrapDataKey(
  client: pg.Client,
  { id, key }: { id: number; key: Uint8Array },
  master: MasterKey,
): Promise<void> {
  await client.query("UPDATE data_keys SET wrapped_key = $2, master_key_id = $3 WHERE id = $1", [
    id,
    wrapDataKey(id, key, master),
    master.id,
  ]);
}

/** Closes data keys: they open nothing from now on. All are deleted but the first, from which keyed hashes
 *  derive.
 *  @returns the ids of those that were not closed before */
export async function closeDataKeys(client: pg.Client, ids: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `UPDATE data_keys SET closed_at = clock_timestamp() WHERE id = ANY ($1) AND closed_at IS NULL RETURNING id`,
    [ids],
  );
  await client.query("DELETE FROM data_keys WHERE id = ANY ($1) AND id <> 1", [ids]);
  return rows.map(({ id }) => id);
}

/** Reads a private key that an earlier version sealed, to find out which master key it used; null when the
 *  database has none. */
export async function readFirstSealed(
  client: pg.Client,
): Promise<{ kid: string; sealed: Uint8Array } | null> {
  const { rows } = await client.query<{ kid: string; sealed: Uint8Array }>(
    "SELECT kid, sealed_private_jwk AS sealed FROM signing_keys ORDER BY created_at DESC LIMIT 1",
  );
  return rows[0] ?? null;
}

/** PostgreSQL's time. */
export async function dataKeyOwnerTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL does not know the time");
  return row.at;
}
