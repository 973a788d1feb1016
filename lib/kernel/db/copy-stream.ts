import type { Readable } from "node:stream";
import pg from "pg";
import type { TenantScope } from "@/lib/kernel/caller";
import { LISTINGS } from "@/lib/kernel/db/connection-counts";
import { connectionOptions, type PoolOptions } from "@/lib/kernel/db/connection-options";
import { CopyOut } from "@/lib/kernel/db/copy-out";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import type { Rows } from "@/lib/kernel/db/json-rows";
import type { Sql, Statement } from "@/lib/kernel/db/queryable";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { wireOf } from "@/lib/kernel/db/wire";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

/** Timeout of a listing, in milliseconds. It is one statement, which ends when its reader has taken the last
 *  row. */
export const LONGEST_LISTING_MS = 15 * 60_000;
/** Most listings of one tenant: one place is always free for the others. */
const EACH = 3;
/** Most listings that wait for a place, tenants in turns, and for how many milliseconds: readers of lists can
 *  wait a little. */
const [QUEUE, WAIT_MS] = [16, 10_000];

/** Connections for listings.
 *  @param options that differ from those of the primary */
export function listingPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    Client: WatchedConnection,
    max: LISTINGS,
    allowExitOnIdle: true,
  });
  // The pool replaces an idle connection that PostgreSQL closed.
  pool.on("error", (err) => logger.warn({ err }, "an idle listing connection was lost"));
  return pool;
}

const listings = singleton("listings", () => {
  // The first row may have to wait for a sort.
  const silenceMs = databaseDeadlines().transactionMs;
  const options = connectionOptions({ statementMs: LONGEST_LISTING_MS, silenceMs });
  const limit = new ConcurrencyLimit(LISTINGS, QUEUE, {
    each: EACH,
    waitMs: WAIT_MS,
    retryAfterSeconds: 5,
  });
  return { pool: listingPool(options), beginning: options.beginning, limit };
});

/** Source of a listing: the pool, and a check before the listing starts. */
export interface ListingSource {
  pool: pg.Pool;
  /** Statement that begins its transactions, as with other connections. */
  beginning?: Statement | undefined;
  /** Called within the listing's transaction.
   *  @param giveUp ends the connection at once */
  admit(client: pg.PoolClient, giveUp: (reason: Error) => void): Promise<void>;
}

/** Rows of a tenant in one snapshot. */
export interface Listing {
  /** The rows as JSON texts with a comma between two, in pieces that may end anywhere. */
  rows: Readable;
  /** Ends the transaction and releases the connection. May be called any number of times, at any time. */
  close(): Promise<void>;
}

/** Opens a listing: one statement in a transaction, under row-level security. It creates no object and no
 *  string of a row, and rows that the reader has not taken yet wait in PostgreSQL.
 *  @param rows as `CopyOut` takes them
 *  @param source the primary by default
 *  @throws ServiceError `service_overloaded` when the most listings run and wait, or no place came free in
 *  time */
export async function openListing(
  scope: TenantScope,
  rows: Rows | Sql,
  source: ListingSource = { ...listings, admit: async () => {} },
): Promise<Listing> {
  const leave = await listings.limit.enter(scope.tenantId);
  const client = await source.pool.connect().catch((error: unknown) => {
    leave();
    throw error;
  });
  let closed: Promise<void> | null = null;
  let read = false;
  const close = () => {
    leave();
    closed ??= giveBack(client, read);
    return closed;
  };
  try {
    await begin(client, scope, source.beginning);
    await source.admit(client, (reason) => wireOf(client).stream.destroy(reason));
    const copied = client.query(new CopyOut(rows));
    // The reader receives the error; there is no reader yet, or any more, when the connection is lost before
    // or after.
    copied.on("error", () => {});
    copied.once("end", () => {
      read = true;
    });
    return { rows: copied, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function begin(
  client: pg.PoolClient,
  scope: TenantScope,
  beginning: Statement | undefined,
): Promise<void> {
  await client.query("BEGIN READ ONLY");
  if (beginning) await client.query(beginning.text, [...beginning.values]);
  await client.query("SELECT set_config('atrium.tenant_id', $1, true)", [scope.tenantId]);
}

/** A connection in the middle of a listing can't be used again: the pool opens another. */
async function giveBack(client: pg.PoolClient, read: boolean): Promise<void> {
  if (!read) return client.release(true);
  try {
    await client.query("COMMIT");
    client.release();
  } catch {
    client.release(true);
  }
}
