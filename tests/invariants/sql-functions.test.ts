import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// prisma/functions has the current functions, triggers and views of the database; migrations created them.
// The files are run against a migrated database, which must come out unchanged.

const FOLDER = "prisma/functions";

type Definitions = Record<"functions" | "triggers" | "views", string[]>;

let owner: pg.Client;
let migrated: Definitions;
let written: Definitions;
let untouched: string[];

beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query("BEGIN");
  migrated = await definitions();
  await dropTriggers();
  for (const file of readdirSync(FOLDER))
    await owner.query(readFileSync(`${FOLDER}/${file}`, "utf8"));
  written = await definitions();
  untouched = await functionsOfOtherTransactions();
  await owner.query("ROLLBACK");
});
afterAll(() => owner.end());

test("the files have every function of the database, as it is", () => {
  expect(written.functions).toEqual(migrated.functions);
  expect(untouched).toEqual([]);
});

test("the files have every trigger of the database, as it is", () => {
  expect(written.triggers).toEqual(migrated.triggers);
});

test("the files have every view of the database, as it is", () => {
  expect(written.views).toEqual(migrated.views);
});

test("there are functions, triggers and views to compare", () => {
  expect(migrated.functions.length).toBeGreaterThan(40);
  expect(migrated.triggers.length).toBeGreaterThan(40);
  expect(migrated.views.length).toBeGreaterThan(0);
});

async function definitions(): Promise<Definitions> {
  return {
    functions: await texts(
      `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p WHERE ${IS_OURS} ORDER BY p.oid::regprocedure::text`,
    ),
    triggers: await texts(
      `SELECT pg_get_triggerdef(t.oid) AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, t.tgname`,
    ),
    views: await texts(
      `SELECT c.relname || ': ' || pg_get_viewdef(c.oid) AS text FROM pg_class c
       WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname`,
    ),
  };
}

// Extensions bring functions of their own, and uuidv7 is PostgreSQL's from 18 on
// (lib/kernel/db/schema/id-function).
const IS_OURS = `p.pronamespace = 'public'::regnamespace AND p.proname <> 'uuidv7'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

/** Functions that the files did not write: their catalogue row is of another transaction. */
function functionsOfOtherTransactions(): Promise<string[]> {
  return texts(
    `SELECT p.oid::regprocedure::text AS text FROM pg_proc p
     WHERE ${IS_OURS} AND p.xmin <> pg_current_xact_id()::xid`,
  );
}

/** Drops all triggers, so that the ones that the files do not create again are missing afterwards. */
async function dropTriggers(): Promise<void> {
  const { rows } = await owner.query<{ text: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass) AS text
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { text } of rows) await owner.query(text);
}

async function texts(query: string): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(query);
  return rows.map(({ text }) => text);
}
