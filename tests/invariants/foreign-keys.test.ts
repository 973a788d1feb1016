import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(() => owner.end());

/** Foreign keys of our tables, partitions included; those of the job queues are not ours. */
const OURS = `SELECT conrelid::regclass::text || ': ' || pg_get_constraintdef(oid) AS text FROM pg_constraint
  WHERE contype = 'f' AND connamespace IN ('public'::regnamespace, 'partitions'::regnamespace)`;

const texts = async (query: string) =>
  (await owner.query<{ text: string }>(query)).rows.map(({ text }) => text);

test("no foreign key passes a changed key on: nothing changes one", async () => {
  expect(await texts(`${OURS} AND confupdtype <> 'a'`)).toEqual([]);
});

test("every foreign key holds for the rows that were there before it", async () => {
  expect(await texts(`${OURS} AND NOT convalidated`)).toEqual([]);
});

test("there are foreign keys that this looks at", async () => {
  expect((await texts(OURS)).length).toBeGreaterThan(60);
});

test("a row that others refer to keeps its key", async () => {
  await owner.query(
    "INSERT INTO tenants (public_id, name) VALUES ('atr_BBBBBBBBBBBBBBBBBBBBBB', 'Keeps its key')",
  );
  await owner.query(
    `INSERT INTO environments (tenant_id, key, name, kind)
     SELECT id, 'live', 'Live', 'production' FROM tenants WHERE name = 'Keeps its key'`,
  );
  const change = owner.query(
    "UPDATE tenants SET id = gen_random_uuid() WHERE name = 'Keeps its key'",
  );
  await expect(change).rejects.toMatchObject({ code: "23503" });
});
