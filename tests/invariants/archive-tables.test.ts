import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carriedTables, leftBehind } from "@/lib/features/archives/carried-tables";

// Every table of a tenant is part of an archive, or left out for a reason. A table that a later migration
// adds is named first, with the reason, and with rows in tests/builders/a-whole-tenant.ts if it is part of
// it.

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(() => owner.end());

async function column(query: string): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(query);
  return rows.map(({ value }) => value);
}

test("every table of a tenant comes along or stays behind, for a reason", async () => {
  const tables = await column(
    `SELECT c.table_name AS value FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'`,
  );
  const named = [...carriedTables.map(({ table }) => table), ...Object.values(leftBehind).flat()];
  expect(named.toSorted()).toEqual(["tenants", ...tables].toSorted());
});

test("every table that is reached through one has a tenant itself, so that none is forgotten", async () => {
  const through = await column(
    `SELECT DISTINCT con.conrelid::regclass::text AS value FROM pg_constraint con
     WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = con.confrelid AND attname = 'tenant_id')
       AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = con.conrelid AND attname = 'tenant_id')`,
  );
  expect(through).toEqual([]);
});

test("no row comes before one that it points to", async () => {
  const order = carriedTables.map(({ table }) => table);
  const { rows } = await owner.query<{ source: string; target: string }>(
    `SELECT DISTINCT con.conrelid::regclass::text AS source, con.confrelid::regclass::text AS target
     FROM pg_constraint con JOIN pg_class c ON c.oid = con.conrelid
     WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace AND con.conrelid <> con.confrelid`,
  );
  const wrong = rows.filter(
    ({ source, target }) =>
      order.includes(source) &&
      !(order.includes(target) && order.indexOf(target) < order.indexOf(source)),
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test("every sealed column of a table that comes along is opened and sealed anew, as what it is", async () => {
  const { rows } = await owner.query<{
    table: string;
    column: string;
    purpose: string;
    context: string;
  }>(
    `SELECT of_table AS table, of_column AS column, purpose, replace(context, '::text', '') AS context
     FROM atrium_sealed_kinds()`,
  );
  const carried = new Set(carriedTables.map(({ table }) => table));
  const sealedColumns = carriedTables.flatMap(({ table, sealed }) =>
    sealed ? [{ table, ...sealed }] : [],
  );
  expect(sealedColumns).toEqual(rows.filter(({ table }) => carried.has(table)));
});

test("only the owner restores rows; every other role is refused", async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("SET ROLE atrium_app");
    await client.query("SET atrium.restoring = 'on'");
    const { rows } = await client.query("SELECT atrium_is_restoring() AS it");
    expect(rows).toEqual([{ it: false }]);
    for (const refused of [
      "SELECT atrium_restore_rows('users', '[]')",
      "SELECT atrium_fill_partitions('audit_events')",
    ])
      await expect(client.query(refused), refused).rejects.toThrow("permission denied");
  } finally {
    await client.end();
  }
});
