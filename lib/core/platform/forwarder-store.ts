import { lock, read, type UnscopedQueryable } from "@/lib/kernel/db/queryable";
import type { Forwarder } from "@/lib/kernel/process/forwarders";

/** A peer with the time it was last seen, by PostgreSQL's clock and to the hour. */
export interface SeenForwarder extends Forwarder {
  lastSeenAt: Date;
}

/** Maximum of stored peers, more than a server has proxies. The most recent ones stay. */
const MAX_STORED = 20;
const RETENTION_DAYS = 7;

/** Stores a peer that was seen just now, and deletes those over the maximum and too old. */
export async function upsertForwarder(
  db: UnscopedQueryable,
  { address, trusted }: Forwarder,
): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT address, last_seen_at, row_number() OVER (ORDER BY last_seen_at DESC, address) AS place
      FROM forwarders WHERE address <> ${address}::text),
    gone AS (
      DELETE FROM forwarders f USING held
      WHERE f.address = held.address
        AND (held.place >= ${MAX_STORED}::int OR held.last_seen_at < now() - make_interval(days => ${RETENTION_DAYS}::int)))
    INSERT INTO forwarders (address, trusted) VALUES (${address}::text, ${trusted}::boolean)
    ON CONFLICT (address) DO UPDATE SET trusted = excluded.trusted, last_seen_at = now()`);
}

/** Returns the peers of the last days, the most recent first. */
export function readForwarders(db: UnscopedQueryable): Promise<SeenForwarder[]> {
  return db.query(read<SeenForwarder>`
    SELECT address, trusted, last_seen_at FROM forwarders
    WHERE last_seen_at >= now() - make_interval(days => ${RETENTION_DAYS}::int) ORDER BY last_seen_at DESC, address`);
}

/** Deletes peers that were last seen too long ago.
 *  @returns how many */
export function deleteOldForwarders(db: UnscopedQueryable): Promise<number> {
  return db.execute(lock`
    DELETE FROM forwarders WHERE last_seen_at < now() - make_interval(days => ${RETENTION_DAYS}::int)`);
}
