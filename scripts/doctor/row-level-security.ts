import { type Ask, type Check, type Finding, failed, ok, skipped } from "./check";

/** A table that holds rows of tenants and that the service may touch. */
export interface TenantTable {
  name: string;
  /** Whether row-level security is on. */
  guarded: boolean;
  policies: number;
}

/** Whether every table of tenants is behind row-level security. */
export const rowLevelSecurity: Check = {
  name: "row-level security",
  needs: "database",
  look: async ({ ask }) => rowLevelSecurityFinding(await readTenantTables(ask)),
};

/** Tables with a column that names the tenant, partitions included, as far as the service may touch them. */
export function readTenantTables(ask: Ask): Promise<TenantTable[]> {
  return ask<TenantTable>(`
    SELECT c.relname::text AS name, c.relrowsecurity AS guarded,
           (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND (c.relname = 'tenants' OR EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped))
      AND has_table_privilege('atrium_app', c.oid, 'SELECT, INSERT, UPDATE, DELETE')
    ORDER BY 1`);
}

export function rowLevelSecurityFinding(tables: readonly TenantTable[]): Finding {
  if (tables.length === 0) return skipped("there are no tables yet");
  const open = tables.filter(({ guarded, policies }) => !guarded || policies === 0);
  if (open.length === 0) return ok(`in force on all ${tables.length} tables of tenants`);
  const wide = open.map(({ name }) => name).join(", ");
  return failed(
    `not in force on ${wide}: a query that forgets its filter sees every tenant there`,
    `As the owner: ${open.map(({ name }) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`).join(" ")} and restore the policy tenant_isolation (prisma/functions/tenant-isolation.sql).`,
  );
}
