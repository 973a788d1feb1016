import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "@/lib/core/apps/create-app";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { connections } from "@/lib/kernel/db/connections";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

// Isolation by PostgreSQL for every table, and for each that a later migration adds.

/** Tables that belong to no tenant, and why. */
const platformTables = [
  "_prisma_migrations", // the schema's own history
  "schema_compatibility", // which code the schema serves
  "data_keys", // wrapped by a master key that is not in the database
  "signing_keys", // one set of public keys for all (contract, section 6)
  "rate_limit_buckets", // keyed hashes only; taken before a tenant is known
  "tenants", // isolated by its own id
  "platform", // names the tenant that administrators sign in to
  "event_cursor", // position of the counted audit trail: transactions and a moment
  "audit_log_cursor", // position of the sequenced events
  "audit_log_followed", // until when a reader waits for events
  "forwarders", // peers whose requests carry X-Forwarded-For: proxies, before authentication
  "platform_security_defaults", // defaults of every tenant's policy
  "retention_defaults", // how long what happened is kept, of every tenant
];

let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  acme = await aTenant();
  await aTenant();
  const app = await createApp(acme, { key: "reports", name: "Reports" });
  await createOrganizationType(acme, { key: "enterprise", name: "Enterprise" });
  await aPackage(acme, { appIds: [app.id] });
  await aMember(acme, { roleId: (await aRole(acme, { appIds: [app.id] })).id });
});
afterAll(() => owner.end());

async function column(query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(query, values);
  return rows.map(({ value }) => value);
}

const tables = () =>
  column(`SELECT relname AS value FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') ORDER BY 1`);
const tenantTables = () =>
  column(`SELECT c.table_name AS value FROM information_schema.columns c
          JOIN information_schema.tables t USING (table_schema, table_name)
          WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`);

/** Runs a query as the application does, in a transaction bound to a tenant or to none. */
async function asApplication<R extends pg.QueryResultRow>(tenantId: string | null, query: string) {
  const client = await connections.connect();
  try {
    await client.query("BEGIN");
    if (tenantId) await client.query("SELECT set_config('atrium.tenant_id', $1, true)", [tenantId]);
    return (await client.query<R>(query)).rows;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe("every table", () => {
  test("carries its tenant, or is named here as the platform's", async () => {
    const known = new Set([...(await tenantTables()), ...platformTables]);
    expect((await tables()).filter((table) => !known.has(table))).toEqual([]);
  });

  test("of a tenant is behind row-level security, for reading and for writing", async () => {
    const { rows } = await owner.query(
      `SELECT c.relname, c.relrowsecurity, p.polcmd, p.polpermissive,
              pg_get_expr(p.polqual, p.polrelid) AS reads, pg_get_expr(p.polwithcheck, p.polrelid) AS writes
       FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid
       WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace`,
      [[...(await tenantTables()), "tenants"]],
    );
    for (const row of rows) {
      // One policy: a second permissive one would widen the first.
      expect(rows.filter(({ relname }) => relname === row.relname)).toHaveLength(1);
      expect(row).toMatchObject({ relrowsecurity: true, polcmd: "*" });
      for (const expression of [row.reads, row.writes])
        expect(expression).toMatch(
          /^\((tenant_)?id = \( SELECT atrium_tenant\(\) AS atrium_tenant\)\)$/,
        );
    }
  });

  test("of a tenant shows nothing to a query without a tenant", async () => {
    for (const table of await tenantTables())
      expect(await asApplication(null, `SELECT 1 FROM ${table}`), table).toEqual([]);
  });

  test("of a tenant shows only that tenant's rows to a query that forgets its filter", async () => {
    let seen = 0;
    for (const table of await tenantTables()) {
      const rows = await asApplication<{ tenant_id: string }>(
        acme.tenantId,
        `SELECT tenant_id FROM ${table}`,
      );
      const mine = await owner.query(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [
        acme.tenantId,
      ]);
      expect(
        rows.every(({ tenant_id }) => tenant_id === acme.tenantId),
        table,
      ).toBe(true);
      expect(rows, table).toHaveLength(mine.rows.length);
      seen += rows.length;
    }
    expect(seen).toBeGreaterThan(10);
  });

  test("that points to another one of a tenant's takes the tenant along in the key", async () => {
    const loose = await column(
      `SELECT con.conname AS value FROM pg_constraint con
       WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace
         AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = con.conrelid AND attname = 'tenant_id')
         AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = con.conrelid
                         AND a.attnum = ANY(con.conkey) AND a.attname = 'tenant_id')`,
    );
    // A token of the platform names the tenant that it reaches. Only the platform writes it.
    expect(loose).toEqual(["operator_tokens_only_tenant_id_fkey"]);
  });
});

describe("the application's role", () => {
  test("bypasses nothing and owns nothing", async () => {
    const { rows } = await owner.query(
      "SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = 'atrium_app'",
    );
    expect(new Set(Object.values(rows[0]))).toEqual(new Set([false]));
    const owned = await column(
      `SELECT c.relname AS value FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
       WHERE r.rolname = 'atrium_app'`,
    );
    expect(owned).toEqual([]);
    expect(await asApplication(null, "SELECT current_user::text AS who")).toEqual([
      { who: "atrium_app" },
    ]);
  });

  test("cannot turn row-level security off", async () => {
    await expect(
      asApplication(null, "ALTER TABLE users DISABLE ROW LEVEL SECURITY"),
    ).rejects.toThrow("must be owner");
    // With the setting off, PostgreSQL refuses the query instead of answering without the policy.
    await expect(
      asApplication(null, "SET LOCAL row_security = off; SELECT 1 FROM users"),
    ).rejects.toThrow(/row-level security/);
  });

  test("can delete no tenant and make no signing key", async () => {
    await expect(asApplication(acme.tenantId, "DELETE FROM tenants")).rejects.toThrow(
      "permission denied",
    );
    await expect(
      asApplication(null, "UPDATE signing_keys SET verifies_until = now()"),
    ).rejects.toThrow("permission denied");
  });

  test("can change no data key and seal nothing anew", async () => {
    for (const refused of [
      "UPDATE data_keys SET active_from = now()",
      "DELETE FROM data_keys",
      "SELECT atrium_count_sealed('mail that waits')",
      "SELECT atrium_sealed_values('mail that waits', 1, '(0,0)', 1)",
      "SELECT atrium_replace_sealed('mail that waits', '{}', '{}', '{}')",
    ])
      await expect(asApplication(null, refused), refused).rejects.toThrow("permission denied");
  });
});

test("functions that pass row-level security look names up nowhere but in their own schema", async () => {
  const loose = await column(
    `SELECT proname AS value FROM pg_proc p WHERE prosecdef AND pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM unnest(proconfig) setting WHERE setting LIKE 'search_path=%')`,
  );
  expect(loose).toEqual([]);
});

test("a membership cannot join a user, an organization or a role of another tenant", async () => {
  const globex = await aTenant();
  const foreignMember = await aMember(globex);
  const role = await aRole(globex);
  const mine = await aMember(acme, { member: false });
  for (const wrong of [
    { userId: foreignMember.userId },
    { organizationId: foreignMember.organizationId },
    { roleId: role.id },
    { organizationId: randomUUID() },
  ])
    await expect(aMember(acme, { ...mine, ...wrong })).rejects.toThrow(/[Ff]oreign key/);
});
