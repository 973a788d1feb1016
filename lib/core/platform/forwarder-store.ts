import { lock, read, type UnscopedQueryable } from "@/lib/kernel/db/queryable";
import type { Forwarder } from "@/lib/kernel/process/forwarders";

/** A peer that was seen, and when it was seen last, by PostgreSQL's clock and to the hour. */
export interface SeenForwarder extends Forwarder {
  lastSeenAt: Date;
}

/** So many peers are kept: more than a server has proxies. Those that came last stay. */
const MOST_KEPT = 20;
const KEPT_DAYS = 7;

/** Keeps a peer that was seen just now, and forgets those that are too many or too long ago. */
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
        AND (held.place >= ${MOST_KEPT}::int OR held.last_seen_at < now() - make_interval(days => ${KEPT_DAYS}::int)))
    INSERT INTO forwarders (address, trusted) VALUES (${address}::text, ${trusted}::boolean)
    ON CONFLICT (address) DO UPDATE SET trusted = excluded.trusted, last_seen_at = now()`);
}

/** The peers of the last days, the one that was seen last first. */
export function readForwarders(db: UnscopedQueryable): Promise<SeenForwarder[]> {
  return db.query(read<SeenForwarder>`
    SELECT address, trusted, last_seen_at FROM forwarders
    WHERE last_seen_at >= now() - make_interval(days => ${KEPT_DAYS}::int) ORDER BY last_seen_at DESC, address`);
}

/** Forgets peers that were seen too long ago.
 *  @returns how many */
export function deleteOldForwarders(db: UnscopedQueryable): Promise<number> {
  return db.execute(lock`
    DELETE FROM forwarders WHERE last_seen_at < now() - make_interval(days => ${KEPT_DAYS}::int)`);
}
