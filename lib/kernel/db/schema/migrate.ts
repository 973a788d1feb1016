import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { askOn } from "@/lib/kernel/db/ask";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { installJobs } from "@/lib/kernel/jobs/install";
import { applyMigration, HISTORY, type Patience } from "./apply-migration";
import { ID_FUNCTION } from "./id-function";
import { migrationScript } from "./migration-files";
import { assertUsableSchema, readSchemaState } from "./migration-status";
import { partitionTables } from "./partition-tables";
import { recordCompatibility } from "./schema-compatibility";
import { assertSupportedServer } from "./served-servers";

export type MigrateOptions = {
  /** Called with each line of progress. */
  log?: (line: string) => void;
  /** The login the service will use: it is allowed to act as `atrium_app`. */
  applicationLogin?: string;
  /** Lock timeouts and pauses; tests set shorter ones. */
  patience?: Partial<Patience>;
  /** Root of the source tree. */
  root?: string;
  /** Partition tables that have rows without a wait: the operator knows that no server of an earlier version
   *  is left. */
  partitionNow?: boolean;
};

const PATIENCE: Patience = { lockTimeoutMs: 3_000, pauseMs: 2_000, giveUpAfterMs: 600_000 };

// Any number will do; Prisma's own tools use another (72707369), so that neither waits for the other while it
// holds its lock.
const LOCK = 7_283_746;

/** Applies pending migrations and sets up the job queues, as the database's owner. Several processes may run
 *  it at the same time: the first works, the others wait and find nothing left. A process that dies leaves
 *  whole migrations, and the next continues from there. On the schema of a later release it does nothing.
 *  @returns the names of the migrations it applied
 *  @throws SchemaRefusal when the schema no longer serves this version
 *  @throws PostgreSQL's error when a migration fails; the ones before it stay applied */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = new DatabaseClient({
    connectionString: ownerUrl,
    options: startingWith(),
    connectionTimeoutMillis: 10_000,
  });
  // A running query rejects with the same error; without one, the next query does.
  client.on("error", () => {});
  await client.connect();
  try {
    await assertSupportedServer(askOn(client));
    const patience = { ...PATIENCE, ...options.patience };
    const log = options.log ?? (() => {});
    await lockMigrations(client, patience, log);
    const applied = await applyPending(client, { patience, log, root: options.root });
    await grantApplicationRole(client, options.applicationLogin);
    if (!applied) return [];
    await partitionTables(client, { patience, log, waits: !options.partitionNow });
    await installJobs(ownerUrl);
    return applied;
  } finally {
    // Ending the connection releases the lock.
    await client.end().catch(() => {});
  }
}

/** Waits until no other process migrates this database. */
async function lockMigrations(
  client: pg.Client,
  { giveUpAfterMs }: Patience,
  log: (line: string) => void,
): Promise<void> {
  // A migration whose process was killed ends with it, not when it is done, and then releases the lock.
  await client.query("SET client_connection_check_interval = 1000").catch(() => {});
  const giveUpAt = performance.now() + giveUpAfterMs;
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS mine", [LOCK]);
    if (rows[0]?.mine) return;
    if (attempt === 1) log("another process is migrating this database: waiting for it");
    if (performance.now() > giveUpAt)
      throw new Error(
        "Another process has been migrating this database for too long; see pg_stat_activity.",
      );
    await sleep(200);
  }
}

/** @returns names of the applied migrations; null on a newer schema, whose queues are of another version as
 *  well */
async function applyPending(
  client: pg.Client,
  { patience, log, root }: { patience: Patience; log: (line: string) => void; root?: string },
): Promise<string[] | null> {
  const state = await readSchemaState(askOn(client), root);
  const { pending } = state;
  if (state.refused) assertUsableSchema(state);
  if (state.newer && pending.length === 0) return null;
  if (pending.length > 0) await client.query(`${HISTORY}; ${ID_FUNCTION}`);
  // Before a migration: from its first change on, the schema may no longer serve the code that it served
  // before.
  if (state.compatibility) await recordCompatibility(client, root);
  for (const name of pending) {
    log(`applying ${name}`);
    await applyMigration(client, { name, script: migrationScript(name, root) }, patience, log);
  }
  await recordCompatibility(client, root);
  return pending;
}

/** Lets logins act as `atrium_app`. The creator of a role may grant it, but is not thereby allowed to act as
 *  it. */
async function grantApplicationRole(client: pg.Client, login?: string): Promise<void> {
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
