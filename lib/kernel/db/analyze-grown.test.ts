import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyzeGrown } from "@/lib/kernel/db/analyze-grown";

const name = "grown_for_a_test";
let owner: pg.Client;
const counted = async () => {
  const { rows } = await owner.query(
    `SELECT reltuples::int AS rows FROM pg_class WHERE oid = to_regclass('public.${name}')`,
  );
  return rows[0].rows;
};
/** Inserts rows and waits until PostgreSQL's statistics count them; a connection reports them once it is
 *  idle. */
const grows = async (rows: number) => {
  await owner.query(`INSERT INTO ${name} SELECT generate_series(1, ${rows})`);
  await owner.query("SELECT pg_stat_force_next_flush()");
  await owner.query("SELECT 1");
};

beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query(`CREATE TABLE ${name} (number int)`);
});
afterAll(async () => {
  await owner.query(`DROP TABLE ${name}`);
  await owner.end();
});

test("a table is analyzed again once it has doubled, and never once it is large", async () => {
  await grows(100);
  await analyzeGrown();
  expect(await counted()).toBe(-1);
  await grows(400);
  expect(await analyzeGrown()).toBeGreaterThan(0);
  expect(await counted()).toBe(500);
  await grows(400);
  await analyzeGrown();
  expect(await counted()).toBe(500);
  await grows(9_100);
  await analyzeGrown();
  expect(await counted()).toBe(10_000);
  await grows(50_000);
  await analyzeGrown();
  expect(await counted()).toBe(10_000);
});
