import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyConfiguration } from "@/lib/features/configuration/apply-configuration";
import { readConfigurationText } from "@/lib/features/configuration/configuration-text";
import { configurationYaml } from "@/lib/features/configuration/configuration-yaml";
import { exportConfiguration } from "@/lib/features/configuration/export-configuration";
import { noRequest } from "@/lib/kernel/caller";
import { aConfiguredTenant, OVERRIDDEN } from "@/tests/builders/a-configured-tenant";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOrganization } from "@/tests/builders/an-organization";

// Every table of a tenant is part of its configuration or is not, for a reason. Configuration comes through a
// file row by row and column by column; a table or a column that a later migration adds is named here first.

/** The tables that a file covers. */
const covered = [
  ...["environments", "organization_types", "apps", "roles", "role_apps", "packages"],
  ...["package_apps", "entitlement_policies", "entitlement_overrides", "oidc_clients"],
  ...["identity_sources", "tenant_security_policies", "tenant_branding"],
  "previous_systems",
];

/** The other tables, and why they are no configuration. */
const others: Record<string, string[]> = {
  secrets: [
    "credentials",
    "credential_secrets",
    "tenant_secrets",
    "oidc_client_secrets",
    "previous_system_secrets",
  ],
  "the tenant's customers, and who uses it": [
    ...["organizations", "workspaces", "memberships", "users", "factors", "recovery_codes"],
    ...["external_principals", "identity_bindings", "administrators", "operators"],
    ...["enrolment_tokens", "installations", "installation_campaigns"],
    "installation_campaign_members",
  ],
  "what happened, or is under way": [
    ...["audit_events", "ingested_events", "event_counts", "active_users", "active_user_days"],
    ...["sessions", "session_clients", "trusted_devices", "oidc_payloads", "one_time_secrets"],
    ...["login_codes", "mail_messages", "logout_deliveries", "logout_attempts"],
    ...["refused_authorizations", "exchanged_tokens", "spent_ceremonies", "used_proofs"],
    ...["user_imports", "user_import_lines", "user_import_problems"],
    ...["revoked_tokens", "device_authorizations", "former_addresses"],
    ...["audit_logs", "audit_log_entries", "audit_log_hashes", "audit_log_tiles"],
    ...["audit_witness_notes", "signal_streams", "signals", "signal_removals", "signal_changes"],
  ],
  "the operator's": ["operator_tokens", "tenant_retention", "erasures"],
  "a person who is told": ["audit_auditors"],
};

/** Columns that are no configuration: ids, times and owners of rows. */
const incidental = new Set([
  ...["id", "tenant_id", "environment_id", "created_at", "updated_at", "last_used_at"],
  // A client's public id differs in each environment, and a revoked client is no part of a file.
  ...["client_id", "revoked_at"],
  // State of the previous system, not a setting.
  ...["last_failed_at", "last_failure"],
]);

let owner: pg.Client;
let acme: TestEnvironment;
let copy: TestEnvironment;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  acme = await aConfiguredTenant();
  copy = await aTenant({ name: "Copy", environments: ["production", "staging"] });
  await anOrganization(copy, { slug: `${OVERRIDDEN}` });
  const text = configurationYaml(await exportConfiguration(acme.publicId));
  const { configuration } = readConfigurationText(text, "export", {});
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  const applying = { ...by, tenant: copy.publicId, prune: true, variables: {} };
  await applyConfiguration(applying, configuration, null);
});
afterAll(() => owner.end());

async function column(query: string): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(query);
  return rows.map(({ value }) => value);
}

test("every table of a tenant is part of its configuration or is not, for a reason", async () => {
  const tables = await column(
    `SELECT c.table_name AS value FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'`,
  );
  expect([...covered, ...Object.values(others).flat()].sort()).toEqual(tables.sort());
});

/** Returns the rows of a table as a file can know them: references by name. */
async function rowsOf(table: string, { tenantId }: TestEnvironment): Promise<string[]> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `SELECT * FROM ${table} WHERE tenant_id = $1`,
    [tenantId],
  );
  const called = await names(tenantId);
  const described = rows
    .filter((row) => row.revoked_at == null && row.is_system !== true)
    .map((row) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !incidental.has(name))
            .map(([name, value]) => [name, called.get(String(value)) ?? value]),
        ),
      ),
    );
  return described.sort();
}

/** Maps the ids of a tenant's things to their names. */
async function names(tenantId: string): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `SELECT id::text, key AS name FROM apps WHERE tenant_id = $1
     UNION ALL SELECT id::text, key FROM roles WHERE tenant_id = $1
     UNION ALL SELECT id::text, key FROM packages WHERE tenant_id = $1
     UNION ALL SELECT id::text, slug FROM organizations WHERE tenant_id = $1`,
    [tenantId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

describe.each(covered)("%s", (table) => {
  test("comes through a file as it was", async () => {
    const rows = await rowsOf(table, acme);
    expect(rows.length).toBeGreaterThan(0);
    expect(await rowsOf(table, copy)).toEqual(rows);
  });

  test("is tried with another value than the default in every column", async () => {
    const columns = await column(
      `SELECT column_name AS value FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = '${table}'`,
    );
    const { rows } = await owner.query<Record<string, unknown>>(
      `SELECT * FROM ${table} WHERE tenant_id = $1 AND to_jsonb(${table}) ->> 'is_system' IS DISTINCT FROM 'true'`,
      [acme.tenantId],
    );
    const dull = columns.filter(
      (name) => !incidental.has(name) && rows.every((row) => isDull(row[name])),
    );
    // The only type of sources, and the service's own role, which a file leaves out.
    expect(dull.filter((name) => name !== "is_system")).toEqual([]);
  });
});

function isDull(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}
