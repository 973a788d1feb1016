import type { Readable } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
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

/** The environment's users, one JSON text a line, as contract/user.ts would write them. PostgreSQL writes the JSON
 *  and streams it, so that no object and no string of a user ever exists here. Ids and states need no escaping;
 *  the rest is row_to_json's, which leaves no control character: with a quote and a delimiter that are control
 *  characters, CSV is the text itself. */
const listingQuery = (tenantId: string, environmentId: string) => `
  COPY (
    SELECT row_to_json(record)::text
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
    WHERE u.tenant_id = ${pg.escapeLiteral(tenantId)}::uuid
      AND u.environment_id = ${pg.escapeLiteral(environmentId)}::uuid AND u.deleted_at IS NULL
    ORDER BY u.tenant_id, u.environment_id, u.id
  ) TO STDOUT WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;

/** The environment's users, as they were at one moment. */
export interface UserListing {
  /** The users as JSON texts, each with a newline after it, in pieces that may end anywhere. */
  lines: Readable;
  /** Ends the transaction and gives the connection back. Any number of times, at any time. */
  close(): Promise<void>;
}

/** Opens a listing: one statement in a transaction, under row-level security like any other. What the reader has
 *  not taken yet waits in PostgreSQL.
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
  let read = false;
  const close = () => {
    closed ??= giveBack(client, read);
    return closed;
  };
  try {
    await begin(client, scope);
    const lines = client.query(copyTo(listingQuery(scope.tenantId, scope.environmentId)));
    lines.once("end", () => {
      read = true;
    });
    return { lines, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function begin(client: pg.PoolClient, scope: TenantScope): Promise<void> {
  await client.query("BEGIN READ ONLY");
  await client.query("SELECT set_config('atrium.tenant_id', $1, true)", [scope.tenantId]);
}

/** A connection in the middle of a listing can't be used again: the pool makes another. */
async function giveBack(client: pg.PoolClient, read: boolean): Promise<void> {
  listings.running -= 1;
  if (!read) return client.release(true);
  try {
    await client.query("COMMIT");
    client.release();
  } catch {
    client.release(true);
  }
}
