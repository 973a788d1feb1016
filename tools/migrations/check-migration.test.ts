import { expect, test } from "vitest";
import {
  migrationNames,
  migrationScript,
  migrationsDigest,
} from "../../lib/kernel/db/schema/migration-files";
import { releases } from "../../lib/kernel/db/schema/releases";
import { checkMigration } from "./check-migration";
import type { Rule } from "./rules";

const last = releases.at(-1)?.schema ?? "";
const later = migrationNames().filter((name) => name > last);

test("a migration since the last release blocks no traffic, and removes nothing that is in use", async () => {
  const found = later.map((name) => checkMigration(name, migrationScript(name)));
  expect((await Promise.all(found)).flat()).toEqual([]);
});

test.each(releases)(
  "the migrations of $version are unchanged since the release",
  ({ schema, migrations }) => {
    expect(migrationsDigest(schema)).toBe(migrations);
  },
);

const OUTSIDE = "-- outside-transaction\n";

/** A refused statement for each rule, and its allowed replacement. */
const pairs: [Rule, bad: string, good: string][] = [
  [
    "index-blocks-writes",
    "CREATE INDEX i ON users (email)",
    `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON users (email)`,
  ],
  ["index-blocks-writes", "CREATE INDEX i ON users (email)", "CREATE INDEX i ON tenants (name)"],
  [
    "index-blocks-writes",
    "CREATE INDEX i ON t (a)",
    "CREATE TABLE t (a int); CREATE INDEX i ON t (a)",
  ],
  [
    "index-blocks-reads",
    "ALTER TABLE users ADD CONSTRAINT c UNIQUE (email)",
    "ALTER TABLE users ADD CONSTRAINT c UNIQUE USING INDEX i",
  ],
  ["index-blocks-reads", "ALTER TABLE users ADD a int UNIQUE", "ALTER TABLE users ADD a int"],
  [
    "not-in-transaction",
    "CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON users (email)",
    `${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS i`,
  ],
  [
    "not-in-transaction",
    "ALTER TABLE users DETACH PARTITION p CONCURRENTLY",
    `${OUTSIDE}REINDEX INDEX CONCURRENTLY i`,
  ],
  [
    "not-repeatable",
    `${OUTSIDE}CREATE INDEX CONCURRENTLY i ON users (email)`,
    `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON users (email)`,
  ],
  ["own-transaction", "BEGIN; SELECT 1; COMMIT", "SELECT 1"],
  [
    "scans-table",
    "ALTER TABLE users ADD CONSTRAINT c CHECK (email <> '')",
    "ALTER TABLE users ADD CONSTRAINT c CHECK (email <> '') NOT VALID",
  ],
  [
    "scans-table",
    "ALTER TABLE users ADD FOREIGN KEY (a) REFERENCES b (id)",
    "ALTER TABLE users ADD FOREIGN KEY (a) REFERENCES b (id) NOT VALID",
  ],
  [
    "scans-table",
    "ALTER TABLE users ALTER a SET NOT NULL",
    "ALTER TABLE tenants ALTER a SET NOT NULL",
  ],
  [
    "scans-table",
    "ALTER TABLE users ATTACH PARTITION p DEFAULT",
    "CREATE TABLE p PARTITION OF users DEFAULT",
  ],
  [
    "validates-under-lock",
    "ALTER TABLE users ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT c",
    "ALTER TABLE users VALIDATE CONSTRAINT c; ALTER TABLE users VALIDATE CONSTRAINT d",
  ],
  [
    "rewrites-table",
    "ALTER TABLE users ADD a uuid DEFAULT uuidv7()",
    "ALTER TABLE users ADD a timestamptz NOT NULL DEFAULT now(), ADD b text[] DEFAULT ARRAY['x']::text[]",
  ],
  [
    "rewrites-table",
    "ALTER TABLE users ADD a int GENERATED ALWAYS AS (1) STORED",
    "ALTER TABLE users ADD a int GENERATED ALWAYS AS (1) VIRTUAL",
  ],
  [
    "rewrites-table",
    "ALTER TABLE users ALTER a TYPE bigint",
    "ALTER TABLE users ALTER a SET DEFAULT 1",
  ],
  [
    "requires-value",
    "ALTER TABLE tenants ADD a int NOT NULL",
    "ALTER TABLE tenants ADD a int NOT NULL DEFAULT 0",
  ],
  ["locks-table", "LOCK TABLE users", "SELECT 1"],
  [
    "locks-table",
    "ALTER TABLE users DETACH PARTITION p",
    "-- allow locks-table: p was made by this release, and nobody uses it\nALTER TABLE users DETACH PARTITION p",
  ],
  ["changes-rows", "UPDATE users SET a = 1", "UPDATE platform SET a = 1"],
  ["changes-rows", "DELETE FROM users", `${OUTSIDE}CALL bring_over_users()`],
  [
    "drop-table",
    "DROP TABLE users",
    "-- allow drop-table: nothing reads it since 0.1.0\nDROP TABLE users",
  ],
  [
    "drop-column",
    "ALTER TABLE tenants DROP COLUMN a",
    "-- allow drop-column: nothing reads it since 0.1.0\nALTER TABLE tenants DROP COLUMN a",
  ],
  [
    "drop-function",
    "DROP FUNCTION f(int)",
    "CREATE OR REPLACE FUNCTION f(a int) RETURNS int LANGUAGE sql RETURN a",
  ],
  ["rename", "ALTER TABLE users RENAME a TO b", "ALTER INDEX a RENAME TO b"],
  ["rename", "ALTER TYPE t RENAME VALUE 'a' TO 'b'", "ALTER TYPE t ADD VALUE 'b'"],
  [
    "opaque",
    "DO $$ BEGIN PERFORM 1; END $$",
    "-- allow opaque: makes a role, which locks no table\nDO $$ BEGIN PERFORM 1; END $$",
  ],
];

test.each(pairs)("%s: %s, but not %s", async (rule, bad, good) => {
  const [finding] = await checkMigration("1_bad", bad);
  expect(finding).toContain(`${rule}: `);
  expect(await checkMigration("1_good", good)).toEqual([]);
});

test("a finding names the line on which the statement begins", async () => {
  const script = "SELECT 1;\n\n-- Names in é.\nDROP TABLE users;\n";
  expect(await checkMigration("1_bad", script)).toEqual([
    expect.stringMatching(/^1_bad, line 4: drop-table: /),
  ]);
});

test.each([
  [
    "a rule that is not broken",
    "-- allow drop-table: nothing reads it since 0.1.0\nSELECT 1",
    "allows nothing",
  ],
  ["no reason", "-- allow locks-table:\nLOCK TABLE users", "says no reason"],
  [
    "no release",
    "-- allow drop-table: nothing reads it any more\nDROP TABLE users",
    "must name the release",
  ],
  [
    "a release that was not made",
    "-- allow drop-table: nothing reads it since 99.0.0\nDROP TABLE users",
    "must name the release",
  ],
])("a comment with %s allows nothing", async (_, script, words) => {
  expect((await checkMigration("1_bad", script)).join()).toContain(words);
});
