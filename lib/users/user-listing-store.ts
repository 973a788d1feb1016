import pg from "pg";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { ServiceError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { singleton } from "@/lib/singleton";

/** How many listings run at once in a process. Each holds a connection for as long as its reader takes, so
 *  they have a few of their own: slow readers can't starve anybody else. */
const LISTINGS = 4;

const listings = singleton("user-listings", () => {
  const pool = new pg.Pool({
    connectionString: config().databaseUrl,
    max: LISTINGS,
    options: "-c role=atrium_app -c timezone=UTC",
    connectionTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // A connection that PostgreSQL closed while nobody used it is simply replaced.
  pool.on("error", (err) => logger.warn({ err }, "an idle listing connection was lost"));
  return { pool, running: 0 };
});

const moment = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// PostgreSQL writes the JSON, as contract/user.ts would, and joins a whole batch into one text: half a million
// objects never exist here. Ids and states need no escaping; the rest is row_to_json's.
const BATCH_QUERY = `
  SELECT string_agg(json, ',' ORDER BY id) AS json, count(*)::int AS count, (array_agg(id ORDER BY id DESC))[1] AS last
  FROM (
    SELECT u.id, row_to_json(record)::text AS json
    FROM users u, LATERAL (
      SELECT u.id, u.email, u.display_name, u.status, u.email_verified_at IS NOT NULL AS email_verified,
        u.email_verified_method, ${moment("u.email_verified_at")} AS email_verified_at, u.external_id, u.locale,
        COALESCE((SELECT '[' || string_agg('{"organization_id":"' || m.organization_id || '","role_id":'
            || COALESCE('"' || m.role_id || '"', 'null') || ',"status":"' || m.status || '"}', ','
            ORDER BY m.organization_id) || ']'
          FROM memberships m WHERE m.user_id = u.id AND m.environment_id = u.environment_id), '[]')::json AS memberships,
        ${moment("u.last_sign_in_at")} AS last_sign_in_at, ${moment("u.suspended_at")} AS suspended_at,
        ${moment("u.created_at")} AS created_at, ${moment("u.updated_at")} AS updated_at
    ) record
    WHERE u.tenant_id = $1 AND u.environment_id = $2 AND u.deleted_at IS NULL AND u.id > $3
    ORDER BY u.tenant_id, u.environment_id, u.id LIMIT $4
  ) batch`;

const FIRST = "00000000-0000-0000-0000-000000000000";

/** The environment's users, batch by batch, from one snapshot. */
export interface UserListing {
  /** The next users, at most `count`, as JSON texts with commas between; null for none at the end. */
  next(count: number): Promise<{ json: string | null; count: number }>;
  /** Ends the transaction and gives the connection back. Any number of times, at any time. */
  close(): Promise<void>;
}

/** Opens a listing: one read-only transaction, batch after batch by id, under row-level security like any other.
 *  @throws ServiceError `service_overloaded` when as many listings run as may */
export async function openUserListing(scope: TenantScope): Promise<UserListing> {
  if (listings.running >= LISTINGS)
    throw new ServiceError("service_overloaded", {
      detail: "As many listings are being read as may be at once.",
      retryAfterSeconds: 5,
    });
  listings.running += 1;
  const client = await listings.pool.connect().catch((error: unknown) => {
    listings.running -= 1;
    throw error;
  });
  let closed: Promise<void> | null = null;
  let after = FIRST;
  const close = () => {
    closed ??= giveBack(client);
    return closed;
  };
  try {
    await begin(client, scope);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close,
    async next(limit) {
      // The connection may serve another tenant's listing by now.
      if (closed) throw new Error("the listing was closed before its end");
      const { rows } = await client.query<{ json: string | null; count: number; last: string }>({
        name: "user-listing",
        text: BATCH_QUERY,
        values: [scope.tenantId, scope.environmentId, after, limit],
      });
      const [batch] = rows;
      after = batch?.last ?? after;
      return { json: batch?.json ?? null, count: batch?.count ?? 0 };
    },
  };
}

async function begin(client: pg.PoolClient, scope: TenantScope): Promise<void> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query("SELECT set_config('atrium.tenant_id', $1, true)", [scope.tenantId]);
}

async function giveBack(client: pg.PoolClient): Promise<void> {
  listings.running -= 1;
  try {
    await client.query("ROLLBACK");
    client.release();
  } catch {
    client.release(true); // broken: the pool makes another
  }
}
