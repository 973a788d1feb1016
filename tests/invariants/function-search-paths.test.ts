import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connections } from "@/lib/kernel/db/connections";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(() => owner.end());

test("every function of ours says where its names are looked up, or had them looked up when it was made", async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       AND p.prosqlbody IS NULL
       AND NOT COALESCE('search_path=public, pg_temp' = ANY (p.proconfig), false)`,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});

test("there are functions that this looks at, triggers' among them", async () => {
  const { rows } = await owner.query<{ ours: string; triggers: string }>(
    `SELECT count(*) AS ours, count(*) FILTER (WHERE prorettype = 'trigger'::regtype) AS triggers
     FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'atrium\\_%'`,
  );
  expect(Number(rows[0]?.ours)).toBeGreaterThan(25);
  expect(Number(rows[0]?.triggers)).toBeGreaterThan(8);
});

test("the application's role cannot make a temporary table, nor anything else that hides a name", async () => {
  for (const text of [
    "CREATE TEMP TABLE users (id int)",
    "CREATE TEMPORARY VIEW tenants AS SELECT 1",
    "CREATE TABLE pg_temp.sessions (id int)",
    "CREATE TYPE pg_temp.uuid AS (a int)",
    "CREATE TABLE public.mine (id int)",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql RETURN 1",
  ])
    await expect(connections.query(text)).rejects.toThrow("permission denied");
});

test("row-level security still asks for the tenant within its own condition", async () => {
  const { rows } = await connections.query<{ "QUERY PLAN": string }>("EXPLAIN SELECT * FROM users");
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  // A call by name in the plan means that the function was not inlined.
  expect(plan).not.toContain("atrium_tenant()");
});

test("only the application's role and the owner execute a function that has the owner's rights", async () => {
  const { rows } = await owner.query<{ name: string; everybody: boolean }>(
    `SELECT p.oid::regprocedure::text AS name, EXISTS (
       SELECT FROM aclexplode(COALESCE(p.proacl, acldefault('f', p.proowner))) a
       WHERE a.privilege_type = 'EXECUTE' AND a.grantee NOT IN (p.proowner, 'atrium_app'::regrole)) AS everybody
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND n.nspname IN ('public', 'partitions', 'pgboss') ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(60);
  // Each migration that creates one must have: GRANT EXECUTE … TO atrium_app, REVOKE EXECUTE … FROM PUBLIC.
  expect(rows.filter(({ everybody }) => everybody).map(({ name }) => name)).toEqual([]);
});
