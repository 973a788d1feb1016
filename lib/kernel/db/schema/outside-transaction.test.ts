import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { laterMigrations } from "@/tests/support/later-migrations";
import { migrate } from "./migrate";
import { migrationList, migrationNames, schemaFiles } from "./migration-files";
import { withSchemaEngine } from "./schema-engine";

const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";
const { root, add: aMigration, change, remove } = laterMigrations();
let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  remove();
});

const anIndex = (name: string, extra = "") =>
  aMigration(`-- outside-transaction
    CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON users (email, id);${extra}`);

/** Whether the index is valid; undefined when there is none. */
async function validity(name: string): Promise<boolean | undefined> {
  const { rows } = await owner.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)",
    [name],
  );
  return rows[0]?.indisvalid;
}

/** Opens another transaction, for which the building of an index waits. */
async function anOpenTransaction(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: ownerUrl });
  await other.connect();
  await other.query("BEGIN");
  await other.query("LOCK TABLE users IN ROW EXCLUSIVE MODE");
  return other;
}

/** Migrates in a process of its own. */
const aProcess = () =>
  spawn(process.execPath, ["--import", "tsx", "tests/support/migrate-in.ts", ownerUrl, root], {
    stdio: "inherit",
  });

async function untilInvalid(name: string): Promise<void> {
  for (let tries = 0; (await validity(name)) !== false; tries += 1) {
    if (tries > 400) throw new Error(`${name} was never begun`);
    await sleep(50);
  }
}

const notes = async (name: string) =>
  (await owner.query("SELECT 1 FROM _prisma_migrations WHERE migration_name = $1", [name]))
    .rowCount;

test("an index is built while other transactions write, and the migration is recorded", async () => {
  const name = anIndex("outside_plain");
  const other = await anOpenTransaction();
  const migrating = migrate(ownerUrl, { root });
  await untilInvalid("outside_plain");
  // A write waits for nothing meanwhile.
  await owner.query("SET lock_timeout = 500");
  await owner.query("UPDATE users SET updated_at = now() WHERE false");
  await owner.query("RESET lock_timeout");
  await other.query("COMMIT");
  await other.end();
  expect(await migrating).toEqual([name]);
  expect(await validity("outside_plain")).toBe(true);
  expect(await notes(name)).toBe(1);
});

test("a killed process leaves an invalid index, which the next start builds anew", async () => {
  const name = anIndex("outside_killed");
  const other = await anOpenTransaction();
  const dying = aProcess();
  await untilInvalid("outside_killed");
  dying.kill("SIGKILL");
  await once(dying, "exit");
  const next = migrate(ownerUrl, { root });
  // PostgreSQL notices the death within a second; until then the lock on migrations is the dead process's.
  await sleep(1_500);
  await other.query("COMMIT");
  await other.end();
  expect(await next).toEqual([name]);
  expect(await validity("outside_killed")).toBe(true);
  expect(await notes(name)).toBe(1);
}, 40_000);

test("statements before one that fails stay done, and are skipped the next time", async () => {
  const name = anIndex("outside_failing", "SELECT 1 / 0;");
  await expect(migrate(ownerUrl, { root })).rejects.toThrow("division by zero");
  expect(await validity("outside_failing")).toBe(true);
  expect(await notes(name)).toBe(0);
  const { rows } = await owner.query("SELECT 'outside_failing'::regclass::oid AS oid");
  change(
    name,
    "-- outside-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS outside_failing ON users (email, id);",
  );
  expect(await migrate(ownerUrl, { root })).toEqual([name]);
  expect((await owner.query("SELECT 'outside_failing'::regclass::oid AS oid")).rows).toEqual(rows);
});

test("two servers that start at the same time build it once", async () => {
  const name = anIndex("outside_twice");
  const other = await anOpenTransaction();
  const servers = [aProcess(), aProcess()].map((child) => once(child, "exit"));
  await untilInvalid("outside_twice");
  // By then the second has started and waits for the first.
  await sleep(1_500);
  await other.query("COMMIT");
  await other.end();
  expect((await Promise.all(servers)).map(([code]) => code)).toEqual([0, 0]);
  expect(await validity("outside_twice")).toBe(true);
  expect(await notes(name)).toBe(1);
}, 40_000);

test("a statement that others would queue behind waits as briefly as any migration", async () => {
  const name = aMigration(
    "-- outside-transaction\nALTER TABLE users ADD COLUMN IF NOT EXISTS outside int;",
  );
  const other = await anOpenTransaction();
  const progress: string[] = [];
  const patience = { lockTimeoutMs: 100, pauseMs: 50, giveUpAfterMs: 20_000 };
  const migrating = migrate(ownerUrl, { root, patience, log: (line) => progress.push(line) });
  while (!progress.some((line) => line.includes("waits for a table"))) await sleep(20);
  await owner.query("SELECT count(*) FROM users");
  await other.query("COMMIT");
  await other.end();
  expect(await migrating).toEqual([name]);
});

test("Prisma's engine builds its shadow of such migrations", async () => {
  expect(migrationNames(root).at(-1)).toMatch(/^2999/);
  const files = schemaFiles();
  const { stdout } = await withSchemaEngine(
    inject("testServer").adminUrl,
    (engine) =>
      engine.diff({
        from: { tag: "migrations", ...migrationList(root) },
        to: { tag: "schemaDatamodel", files },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      }),
    files.map(({ path, content }): [string, string] => [path, content]),
  );
  expect(stdout).toContain('DROP INDEX "outside_plain"');
}, 180_000);

test("an index of a partitioned table is built for each partition, one after the other, and once", async () => {
  await owner.query("CREATE TABLE outside_parts (id int, note text) PARTITION BY RANGE (id)");
  for (const [name, from] of [
    ["outside_parts_1", 0],
    ["outside_parts_2", 10],
  ] as const)
    await owner.query(
      `CREATE TABLE partitions.${name} PARTITION OF outside_parts FOR VALUES FROM (${from}) TO (${from + 10})`,
    );
  await owner.query("INSERT INTO outside_parts SELECT n, 'x' FROM generate_series(0, 19) n");
  // The leftover of an earlier run that was interrupted.
  await owner.query('CREATE INDEX "outside_parts_1_note_idx" ON partitions.outside_parts_1 (note)');
  aMigration(
    '-- outside-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "outside_parts_note_idx" ON "outside_parts"("note");',
  );
  await migrate(ownerUrl, { root });
  const { rows } = await owner.query(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname LIKE 'outside_parts%' ORDER BY 1`,
  );
  expect(rows).toEqual(
    ["outside_parts_1_note_idx", "outside_parts_2_note_idx", "outside_parts_note_idx"].map(
      (name) => ({ name, valid: true }),
    ),
  );
  await owner.query("DROP TABLE outside_parts");
});
