import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { GET as ready } from "@/app/readyz/route";
import { askOn } from "@/lib/kernel/db/ask";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { migrationNames } from "@/lib/kernel/db/schema/migration-files";
import {
  readSchemaState,
  requireSchema,
  schemaStateOf,
} from "@/lib/kernel/db/schema/migration-status";
import { releaseBefore } from "@/lib/kernel/db/schema/releases";
import { SchemaRefusal } from "@/lib/kernel/db/schema/schema-compatibility";
import { VERSION } from "@/lib/kernel/process/version";
import { atrium } from "@/tests/support/command-line";

const databaseUrl = process.env.DATABASE_URL ?? "";
const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";
const names = migrationNames();
const newest = names.at(-1) ?? "";
let owner: pg.Client;
let noted: Record<string, unknown>;
/** Folder with the migrations of another version. */
let root: string;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  noted = await note();
});
afterAll(() => owner.end());
afterEach(async () => {
  if (root) rmSync(root, { recursive: true, force: true });
  await setNote(noted);
});

async function note() {
  const { rows } = await owner.query("SELECT * FROM schema_compatibility");
  return rows[0];
}
async function setNote(values: Record<string, unknown>) {
  const columns = Object.keys(values);
  const set = columns.map((name, at) => `${name} = $${at + 1}`).join(", ");
  await owner.query(`UPDATE schema_compatibility SET ${set}`, Object.values(values));
}

/** Makes a source tree of an older release: this version without its last migrations. */
function anOlderVersion(without: number): string {
  root = mkdtempSync(join(tmpdir(), "atrium-older-"));
  for (const name of names.slice(0, -without))
    cpSync(join("prisma/migrations", name), join(root, "prisma/migrations", name), {
      recursive: true,
    });
  return root;
}

/** Makes the database look as if the release after the next had migrated it: the next release is then the
 *  oldest one served. */
const migratedByLaterRelease = () =>
  setNote({
    migrated_by: "9.2.0",
    newest_migration: "29990202000000_later",
    oldest_release: "9.1.0",
    oldest_migration: "29990101000000_next",
  });

test("a migrated database names the releases that its schema serves: this version and the one before it", async () => {
  const before = releaseBefore(newest);
  expect(noted).toMatchObject({
    migrated_by: VERSION,
    newest_migration: newest,
    oldest_release: before?.version,
    oldest_migration: before?.schema,
  });
  await expect(requireSchema(databaseUrl)).resolves.toBeUndefined();
});

test("the previous release works on the schema of the next, and its start changes nothing there", async () => {
  const older = anOlderVersion(1);
  const state = await readSchemaState(askOn(owner), older);
  expect(state).toMatchObject({ pending: [], newer: true, refused: null });
  const queues = "SELECT obj_description('pgboss'::regnamespace) AS installed";
  await owner.query("COMMENT ON SCHEMA pgboss IS 'queues of the next release'");
  expect(await migrate(ownerUrl, { root: older })).toEqual([]);
  expect((await owner.query(queues)).rows).toEqual([{ installed: "queues of the next release" }]);
  expect(await note()).toEqual(noted);
  // This version restores the objects it needs, as a start after a rollback does.
  await migrate(ownerUrl);
  expect((await owner.query(queues)).rows).not.toEqual([
    { installed: "queues of the next release" },
  ]);
});

test("a release older than the schema serves is refused before it changes anything", async () => {
  await migratedByLaterRelease();
  const before = await note();
  await expect(migrate(ownerUrl)).rejects.toThrow(SchemaRefusal);
  await expect(requireSchema(databaseUrl)).rejects.toThrow(
    `migrated by Atrium 9.2.0 and serves 9.1.0 and newer; this is ${VERSION}`,
  );
  expect(await note()).toEqual(before);
});

test("a server whose schema was migrated further is not ready, and names the versions that the schema serves", async () => {
  await migratedByLaterRelease();
  const answer = await ready(new Request("http://localhost/"), { params: Promise.resolve({}) });
  expect(answer.status).toBe(503);
  expect((await answer.json()).detail).toContain("serves 9.1.0 and newer");
});

test("db status names the releases that the schema serves, and fails for a version that it does not serve", async () => {
  const served = await atrium(["db", "status", "--json"]);
  expect(served.code).toBe(0);
  expect(JSON.parse(served.stdout)).toMatchObject({
    current: true,
    served: true,
    version: VERSION,
    migrated_by: VERSION,
    oldest_release: noted.oldest_release,
  });
  await migratedByLaterRelease();
  const refused = await atrium(["db", "status"]);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("serves 9.1.0 and newer");
}, 60_000);

test("a worker that the schema does not serve takes no job, and reports the reason", async () => {
  await migratedByLaterRelease();
  const worker = await atrium(["worker"], { ATRIUM_LOG_LEVEL: "info" });
  expect(worker.code).toBe(1);
  expect(worker.stdout).toContain("serves 9.1.0 and newer");
  expect(worker.stdout + worker.stderr).not.toContain("worker started");
}, 60_000);

test("a database with migrations that were replaced between two releases is refused unchanged, with the remedy", async () => {
  const older = names.at(-2) ?? "";
  const rename = "UPDATE _prisma_migrations SET migration_name = $1 WHERE migration_name = $2";
  const replaced = "20261124020000_replaced";
  await owner.query(rename, [replaced, older]);
  try {
    const says = `1 of its migrations, ${replaced} first, were replaced between two releases.*as ${releaseBefore(newest)?.version} left it`;
    await expect(migrate(ownerUrl)).rejects.toThrow(SchemaRefusal);
    await expect(requireSchema(databaseUrl)).rejects.toThrow(new RegExp(says));
    expect(await note()).toEqual(noted);
  } finally {
    await owner.query(rename, [older, replaced]);
  }
});

test("a schema that lacks a migration is refused where nothing may migrate, with the command that does", async () => {
  await owner.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [newest]);
  try {
    await expect(requireSchema(databaseUrl)).rejects.toThrow(
      /1 migrations are pending.*npm run atrium -- db migrate/,
    );
  } finally {
    await owner.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid(), '', $1, now())`,
      [newest],
    );
  }
});

test("processes that migrate an empty database at the same time are one migration", async () => {
  const name = `atrium_empty_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} OWNER atrium_owner`);
    const url = new URL(ownerUrl);
    url.pathname = `/${name}`;
    const command = [
      ...["--import", "tsx", "tests/support/migrate-in.ts"],
      ...[url.href, process.cwd()],
    ];
    const started = [1, 2, 3].map(() => spawn(process.execPath, command, { stdio: "inherit" }));
    const codes = await Promise.all(started.map((child) => once(child, "exit")));
    expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
    const fresh = new pg.Client({ connectionString: url.href });
    await fresh.connect();
    const { rows } = await fresh.query(
      "SELECT count(*)::int AS all, count(DISTINCT migration_name)::int AS names FROM _prisma_migrations",
    );
    await fresh.end();
    expect(rows).toEqual([{ all: names.length, names: names.length }]);
    expect((await schemaStateOf(url.href)).pending).toEqual([]);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}, 90_000);
