// Brings a database to the newest migration. As a command: tsx scripts/db/migrate.ts, with
// DATABASE_OWNER_URL or DATABASE_URL in the environment.
import pg from "pg";
import { installJobs } from "@/lib/jobs/install";
import { ensureSigningKeys } from "@/lib/signing-keys/ensure-signing-keys";
import { migrationList } from "./migration-files";
import { pendingMigrations } from "./migration-status";
import { withSchemaEngine } from "./schema-engine";

export type MigrateOptions = {
  /** Told what is being done, a line at a time. */
  log?: (line: string) => void;
  /** The login the service will use: it is allowed to act as `atrium_app`. */
  applicationLogin?: string;
};

// Any number will do; Prisma's own tools use another (72707369), so that neither waits for the other
// while it holds its lock.
const LOCK = 7_283_746;
const OLDEST_SERVER = 180_000;

/**
 * Applies pending migrations and sets up the job queues, as the database's owner. Several processes
 * may do so at once: the first works, the others wait and find nothing left.
 * @returns the names of the migrations it applied
 * @throws when a migration fails, with PostgreSQL's words; the ones before it stay applied
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const pending = await pendingMigrations((sql) => client.query(sql));
    for (const name of pending) options.log?.(`applying ${name}`);
    if (pending.length > 0) await applyMigrations(ownerUrl);
    await letActAsApplication(client, options.applicationLogin);
    await installJobs(ownerUrl);
    return pending;
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}

async function applyMigrations(ownerUrl: string): Promise<void> {
  const filters = { externalTables: [], externalEnums: [] };
  await withSchemaEngine(ownerUrl, (engine) =>
    engine.applyMigrations({ migrationsList: migrationList(), filters }),
  );
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  const server = rows[0];
  if (server && server.number < OLDEST_SERVER) {
    throw new Error(
      `Atrium needs PostgreSQL 18 or newer (uuidv7); this server is ${server.version}.`,
    );
  }
}

/** Whoever creates a role may hand it on, but is not thereby allowed to act as it. */
async function letActAsApplication(client: pg.Client, login?: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles
      WHERE (rolname = $1 OR rolname = current_user) AND NOT rolsuper
        AND NOT pg_has_role(rolname, 'atrium_app', 'SET')`,
    [login ?? ""],
  );
  for (const { name } of rows) {
    await client.query(`GRANT atrium_app TO ${client.escapeIdentifier(name)}`);
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
  if (!url) throw new Error("Set DATABASE_OWNER_URL (or DATABASE_URL) to the database to migrate.");
  const applicationLogin = process.env.DATABASE_URL && new URL(process.env.DATABASE_URL).username;
  const applied = await migrate(url, {
    log: console.log,
    ...(applicationLogin && { applicationLogin: decodeURIComponent(applicationLogin) }),
  });
  const keys = await ensureSigningKeys(url);
  for (const purpose of keys) console.log(`made the first signing key for ${purpose}`);
  console.log(applied.length > 0 ? `${applied.length} applied` : "The database is current");
}
