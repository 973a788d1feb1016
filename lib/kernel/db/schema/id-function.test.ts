import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { dropDatabase } from "../../../../tests/support/database";
import { bootstrapDatabase } from "../../../../tools/postgres/bootstrap";
import { ID_FUNCTION } from "./id-function";

const name = `atrium_ids_${randomBytes(4).toString("hex")}`;
const { adminUrl } = inject("testServer");
/** The function without its guard, as on a server that has none of its own. */
const UNGUARDED = ID_FUNCTION.replace("to_regprocedure('pg_catalog.uuidv7()') IS NULL AND", "");
let owner: pg.Client;

beforeAll(async () => {
  const accounts = { database: name, ownerPassword: "atrium-test", webPassword: "atrium-test" };
  const urls = await bootstrapDatabase(adminUrl, accounts);
  owner = new pg.Client({ connectionString: urls.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await dropDatabase(adminUrl, name, true);
});
beforeEach(() => owner.query("DROP FUNCTION IF EXISTS public.uuidv7()"));

async function value<T>(query: string): Promise<T> {
  const { rows } = await owner.query<{ value: T }>(query);
  return rows[0]?.value as T;
}

const milliseconds = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

test("a server has uuidv7 once: its own, or ours where it has none", async () => {
  await owner.query(ID_FUNCTION);
  await owner.query(ID_FUNCTION);
  const major = await value<number>(
    "SELECT current_setting('server_version_num')::int / 10000 AS value",
  );
  const found = await owner.query(
    "SELECT pronamespace::regnamespace::text AS place FROM pg_proc WHERE proname = 'uuidv7' AND pronargs = 0",
  );
  expect(found.rows).toEqual([{ place: major < 18 ? "public" : "pg_catalog" }]);
});

test("an id is one of version 7 whose first 48 bits are the milliseconds of now", async () => {
  await owner.query(UNGUARDED);
  for (let tries = 0; tries < 50; tries += 1) {
    const { rows } = await owner.query<{ before: number; id: string; after: number }>(
      `SELECT floor(extract(epoch FROM before) * 1000)::float8 AS before, id, floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS after
       FROM (SELECT clock_timestamp() AS before, public.uuidv7() AS id OFFSET 0) made`,
    );
    const { before = 0, id = "", after = 0 } = rows[0] ?? {};
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(milliseconds(id)).toBeGreaterThanOrEqual(before);
    expect(milliseconds(id)).toBeLessThanOrEqual(after);
    await sleep(1);
  }
});

test("an id is greater than those of microseconds before, and is unique", async () => {
  await owner.query(UNGUARDED);
  await owner.query("CREATE TEMP TABLE made (n int, id uuid, at timestamptz)");
  await owner.query(`DO $$ BEGIN FOR n IN 1..2000 LOOP
    INSERT INTO made VALUES (n, public.uuidv7(), clock_timestamp()); PERFORM pg_sleep(0.00001);
  END LOOP; END $$`);
  const { rows } = await owner.query(
    `SELECT count(DISTINCT id)::int AS different,
       count(*) FILTER (WHERE id < earlier)::int AS backwards
     FROM (SELECT id, lag(id) OVER (ORDER BY n) AS earlier FROM made) pairs`,
  );
  expect(rows).toEqual([{ different: 2000, backwards: 0 }]);
});

test("the part of the millisecond is in the twelve bits behind the version", async () => {
  await owner.query(UNGUARDED);
  const { rows } = await owner.query<{ bits: number }>(
    "SELECT ('x' || substr(public.uuidv7()::text, 16, 3))::bit(12)::int AS bits FROM generate_series(1, 20000)",
  );
  // 20,000 ids take some milliseconds at least, so that each quarter of one is met.
  const quarters = new Set(rows.map(({ bits }) => Math.floor(bits / 1024)));
  expect([...quarters].sort()).toEqual([0, 1, 2, 3]);
});

test("a database from an older server retains its function, and the server's own is found first", async () => {
  await owner.query(UNGUARDED);
  await owner.query("CREATE TABLE came (id uuid DEFAULT public.uuidv7(), n int)");
  await owner.query(ID_FUNCTION);
  await owner.query("CREATE TABLE later (id uuid DEFAULT uuidv7(), n int)");
  await owner.query("INSERT INTO came (n) VALUES (1); INSERT INTO later (n) VALUES (1)");
  const ids = await owner.query<{ id: string }>(
    "SELECT id FROM came UNION ALL SELECT id FROM later",
  );
  for (const { id } of ids.rows)
    expect(Math.abs(milliseconds(id) - Date.now())).toBeLessThan(5_000);
  const major = await value<number>(
    "SELECT current_setting('server_version_num')::int / 10000 AS value",
  );
  expect(
    await value<string>(
      "SELECT 'uuidv7()'::regprocedure::oid::regprocedure::text || ' of ' || (SELECT pronamespace::regnamespace::text FROM pg_proc WHERE oid = 'uuidv7()'::regprocedure) AS value",
    ),
  ).toBe(major < 18 ? "uuidv7() of public" : "uuidv7() of pg_catalog");
  await owner.query("DROP TABLE came, later");
});
