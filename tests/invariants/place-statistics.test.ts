import { expect, test } from "vitest";
import { connections } from "@/lib/kernel/db/connections";

test("PostgreSQL knows of every table of an environment that an environment has one tenant", async () => {
  const { rows } = await connections.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
     JOIN pg_attribute e ON e.attrelid = c.oid AND e.attname = 'environment_id'
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_statistic_ext s WHERE s.stxrelid = c.oid AND s.stxkind @> '{d,f}'
         AND s.stxkeys::text IN (t.attnum || ' ' || e.attnum, e.attnum || ' ' || t.attnum))`,
  );
  // The migration that creates a table must have: CALL atrium_relate_environment('its_name');
  expect(rows.map(({ name }) => name)).toEqual([]);
});
