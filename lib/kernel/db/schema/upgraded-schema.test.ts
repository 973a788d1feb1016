import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { applyMigration, HISTORY } from "@/lib/kernel/db/schema/apply-migration";
import { ID_FUNCTION } from "@/lib/kernel/db/schema/id-function";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { migrationNames, migrationScript } from "@/lib/kernel/db/schema/migration-files";
import { releases } from "@/lib/kernel/db/schema/releases";
import { dropDatabase } from "@/tests/support/database";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";

// An installation of the first release, with rows, and an empty database come to the same schema: what a
// migration does depends on no row.

const name = `atrium_upgraded_${randomBytes(4).toString("hex")}`;
const patience = { lockTimeoutMs: 1_000, pauseMs: 20, giveUpAfterMs: 20_000 };
const { adminUrl } = inject("testServer");
let upgraded: pg.Client;
let empty: pg.Client;

beforeAll(async () => {
  const accounts = { database: name, ownerPassword: "atrium-test", webPassword: "atrium-test" };
  const { DATABASE_OWNER_URL: url } = await bootstrapDatabase(adminUrl, accounts);
  upgraded = new pg.Client({ connectionString: url });
  empty = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await Promise.all([upgraded.connect(), empty.connect()]);
  await upgraded.query(`${HISTORY}; ${ID_FUNCTION}`);
  for (const migration of migrationNames().filter((one) => one <= (releases[0]?.schema ?? ""))) {
    const script = migrationScript(migration);
    await applyMigration(upgraded, { name: migration, script }, patience, () => {});
  }
  await upgraded.query(ROWS);
  await migrate(url, { partitionNow: true });
}, 90_000);
afterAll(async () => {
  await Promise.all([upgraded.end(), empty.end()]);
  await dropDatabase(adminUrl, name, true);
});

/** Rows of a tenant, as the first release writes them. */
const ROWS = `
  WITH t AS (INSERT INTO tenants (public_id, name) VALUES ('atr_AAAAAAAAAAAAAAAAAAAAAA', 'Acme') RETURNING id),
    e AS (INSERT INTO environments (tenant_id, key, name, kind) SELECT id, 'live', 'Live', 'production' FROM t RETURNING tenant_id, id),
    u AS (INSERT INTO users (tenant_id, environment_id, email, email_key)
      SELECT tenant_id, id, 'a@example.com', 'a@example.com' FROM e RETURNING tenant_id, environment_id, id),
    c AS (INSERT INTO oidc_clients (tenant_id, environment_id, client_id, name, type, redirect_uris)
      SELECT tenant_id, id, 'c' || n, 'Portal', 'public', '{}' FROM e, generate_series(1, 2) n RETURNING tenant_id, environment_id, id),
    s AS (INSERT INTO sessions (tenant_id, environment_id, user_id, kind, auth_time, last_active_at)
      SELECT tenant_id, environment_id, id, 'hosted', now(), now() FROM u RETURNING id),
    k AS (INSERT INTO session_clients (tenant_id, environment_id, session_id, oidc_client_id, sid)
      SELECT c.tenant_id, c.environment_id, s.id, c.id, 'sid' FROM c, s)
  INSERT INTO audit_events (tenant_id, environment_id, source, event_id, kind, actor, occurred_at)
  SELECT tenant_id, id, 'product', gen_random_uuid(), 'invoice.paid', '{}', now() FROM e`;

/** Each definition of the schema, as PostgreSQL writes it. Columns stand in their order, and rights in the
 *  order of their roles. */
const DEFINITIONS = `
  WITH ours AS (
    SELECT c.oid, c.oid::regclass::text AS name, relkind, relrowsecurity, relforcerowsecurity, relacl FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations')
  SELECT text FROM (
    SELECT format('%s %s %s %s %s', name, relkind, relrowsecurity, relforcerowsecurity,
      ARRAY(SELECT a::text FROM unnest(relacl) a ORDER BY 1)) AS text FROM ours
    UNION ALL SELECT format('%s column %s: %s %s %s %s %s', name, row_number() OVER (PARTITION BY o.oid ORDER BY attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(d.adbin, d.adrelid), attstorage)
      FROM ours o JOIN pg_attribute a ON a.attrelid = o.oid AND attnum > 0 AND NOT attisdropped AND o.relkind IN ('r', 'p', 'v')
      LEFT JOIN pg_attrdef d ON d.adrelid = o.oid AND d.adnum = a.attnum
    UNION ALL SELECT format('%s %s %s', name, conname, pg_get_constraintdef(x.oid)) FROM ours o JOIN pg_constraint x ON x.conrelid = o.oid
    UNION ALL SELECT format('%s %s', pg_get_indexdef(indexrelid), indisvalid) FROM ours o JOIN pg_index x ON x.indrelid = o.oid
    UNION ALL SELECT pg_get_triggerdef(x.oid) FROM ours o JOIN pg_trigger x ON x.tgrelid = o.oid AND NOT tgisinternal
    UNION ALL SELECT pg_get_statisticsobjdef(x.oid) FROM ours o JOIN pg_statistic_ext x ON x.stxrelid = o.oid
    UNION ALL SELECT pg_get_viewdef(oid) FROM ours WHERE relkind = 'v'
    UNION ALL SELECT p::text FROM pg_policies p WHERE schemaname = 'public'
    UNION ALL SELECT format('%s %s', pg_get_functiondef(p.oid), ARRAY(SELECT a::text FROM unnest(proacl) a ORDER BY 1)) FROM pg_proc p
      WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
    UNION ALL SELECT format('%s %s %s', enumtypid::regtype, row_number() OVER (PARTITION BY enumtypid ORDER BY enumsortorder), enumlabel)
      FROM pg_enum) definitions
  ORDER BY text COLLATE "C"`;

async function definitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(DEFINITIONS);
  return rows.map(({ text }) => text);
}

test("an upgraded installation has the schema of a new one, to the order of its columns", async () => {
  const ofNew = await definitions(empty);
  expect(ofNew.length).toBeGreaterThan(1_000);
  expect(await definitions(upgraded)).toEqual(ofNew);
});

test("rows of the first release get what the newest schema adds", async () => {
  const { rows } = await upgraded.query(
    `SELECT ARRAY(SELECT key FROM oidc_clients ORDER BY client_id) AS keys,
       (SELECT count(*)::int FROM ingested_events i JOIN audit_events e USING (tenant_id, environment_id, event_id, id)) AS events`,
  );
  expect(rows).toEqual([
    { keys: ["portal", expect.stringMatching(/^portal-[0-9a-f]{8}$/)], events: 1 },
  ]);
});
