import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { migrationList, migrationNames } from "@/lib/kernel/db/schema/migration-files";
import { migrationStatus } from "@/lib/kernel/db/schema/migration-status";
import { withSchemaEngine } from "@/lib/kernel/db/schema/schema-engine";
import { laterMigrations } from "@/tests/support/later-migrations";

const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";
const { root, add: aMigration, change, remove } = laterMigrations();
let owner: pg.Client;
let admin: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: ownerUrl });
  const url = new URL(inject("testServer").adminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  admin = new pg.Client({ connectionString: url.href });
  await Promise.all([owner.connect(), admin.connect()]);
  // Time that the migrations of these tests sleep, which each test sets.
  await owner.query("CREATE TABLE patience (seconds int)");
});
afterAll(async () => {
  await Promise.all([owner.end(), admin.end()]);
  remove();
});
beforeEach(async () => {
  await owner.query("DELETE FROM patience; INSERT INTO patience VALUES (0)");
});

/** A migration that makes two tables and sleeps between. */
const aSleepingMigration = (table: string) =>
  aMigration(`
    CREATE TABLE ${table}_first (id int);
    SELECT pg_sleep(seconds) FROM patience;
    CREATE TABLE ${table}_second (id int);`);

async function sleeps(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { rowCount } = await admin.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
    );
    if (rowCount) return;
    await sleep(50);
  }
  throw new Error("no migration came to sleep");
}

const tablesOf = async (table: string) => {
  const { rows } = await owner.query(
    "SELECT tablename FROM pg_tables WHERE tablename LIKE $1 ORDER BY 1",
    [`${table}\\_%`],
  );
  return rows.map(({ tablename }) => tablename.slice(table.length + 1));
};

test("a migration whose process is killed leaves no changes, and the next start applies it", async () => {
  const name = aSleepingMigration("killed");
  await owner.query("UPDATE patience SET seconds = 600");
  const dying = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/migrate-in.ts", ownerUrl, root],
    { stdio: "inherit" },
  );
  await sleeps();
  dying.kill("SIGKILL");
  await once(dying, "exit");
  await owner.query("UPDATE patience SET seconds = 0");
  const progress: string[] = [];
  expect(await migrate(ownerUrl, { root, log: (line) => progress.push(line) })).toEqual([name]);
  expect(await tablesOf("killed")).toEqual(["first", "second"]);
  expect(await migrationStatus(ownerUrl)).toEqual([]);
}, 40_000);

test("a migration whose connection is lost leaves no changes, and the next start applies it", async () => {
  const name = aSleepingMigration("lost");
  await owner.query("UPDATE patience SET seconds = 600");
  const cut = migrate(ownerUrl, { root }).catch((error: Error) => error);
  await sleeps();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE wait_event = 'PgSleep' AND datname = current_database()`,
  );
  expect(await cut).toBeInstanceOf(Error);
  expect(await tablesOf("lost")).toEqual([]);
  await owner.query("UPDATE patience SET seconds = 0");
  expect(await migrate(ownerUrl, { root })).toEqual([name]);
  expect(await tablesOf("lost")).toEqual(["first", "second"]);
});

test("a migration that fails reports the cause, leaves no changes, and the ones before it stay", async () => {
  const good = aMigration("CREATE TABLE failing_first (id int)");
  const bad = aMigration("CREATE TABLE failing_second (id int); SELECT 1 / 0");
  await expect(migrate(ownerUrl, { root })).rejects.toThrow("division by zero");
  expect(await tablesOf("failing")).toEqual(["first"]);
  change(bad, "SELECT 1");
  expect(await migrate(ownerUrl, { root })).toEqual([bad]);
  expect(migrationNames(root)).toContain(good);
});

test.each([
  ["before its script was done", false],
  ["between its script and its note", true],
])("a migration that an earlier version left cut %s is resumed", async (_, done) => {
  const table = done ? "noteless" : "undone";
  const name = aMigration(`CREATE TABLE ${table}_only (id int)`);
  if (done) await owner.query(`CREATE TABLE ${table}_only (id int)`);
  await owner.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (gen_random_uuid(), 'x', $1)",
    [name],
  );
  expect(await migrate(ownerUrl, { root })).toEqual([name]);
  expect(await tablesOf(table)).toEqual(["only"]);
  expect(await migrate(ownerUrl, { root })).toEqual([]);
});

test("an object that exists already is a failure of a migration that never started", async () => {
  await owner.query("CREATE TABLE existing_only (id int)");
  const name = aMigration("CREATE TABLE existing_only (id int)");
  await expect(migrate(ownerUrl, { root })).rejects.toThrow("already exists");
  change(name, "SELECT 1");
  await migrate(ownerUrl, { root });
});

test("a migration of a table with open readers lets others use it, and succeeds in the end", async () => {
  const name = aMigration("ALTER TABLE users ADD COLUMN added_by_a_test int");
  const reader = new pg.Client({ connectionString: ownerUrl });
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM users");
  const progress: string[] = [];
  const patience = { lockTimeoutMs: 200, pauseMs: 50 };
  const migrating = migrate(ownerUrl, { root, patience, log: (line) => progress.push(line) });
  while (!progress.some((line) => line.includes("waits for a table"))) await sleep(20);
  // These statements queue behind the migration while it waits for its lock, and run during each pause.
  for (let reads = 0; reads < 10; reads += 1) await owner.query("SELECT count(*) FROM users");
  await reader.query("COMMIT");
  await reader.end();
  expect(await migrating).toEqual([name]);
  expect(progress.filter((line) => line.includes("waits for a table"))).toHaveLength(1);
});

test("a migration gives up on a table that is never free, and nothing is changed", async () => {
  const name = aMigration("ALTER TABLE users ADD COLUMN never_added int");
  await owner.query("BEGIN; SELECT count(*) FROM users");
  const patience = { lockTimeoutMs: 50, pauseMs: 20, giveUpAfterMs: 300 };
  await expect(migrate(ownerUrl, { root, patience })).rejects.toThrow("lock timeout");
  await owner.query("ROLLBACK");
  change(name, "SELECT 1");
  expect(await migrate(ownerUrl, { root })).toEqual([name]);
});

test("processes that migrate at the same time take turns, and one of them does the work", async () => {
  const name = aMigration("CREATE TABLE turns_only (id int); SELECT pg_sleep(0.5)");
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(ownerUrl, { root })));
  expect(applied.flat()).toEqual([name]);
});

test("Prisma's own tools find nothing to object to in the history", async () => {
  const [, database = ""] = new URL(ownerUrl).pathname.split("/");
  expect(database).not.toBe("");
  const history = await withSchemaEngine(ownerUrl, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrationList(process.cwd()),
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  expect(history).toMatchObject({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
  });
});
