import pg from "pg";
import { readTenantTables, type TenantTable } from "@/lib/kernel/db/schema/catalogue-store";
import { unguardedTables } from "@/lib/kernel/db/schema/unguarded-tables";
import { type Check, type Finding, failed, ok, skipped } from "./check";

/** Checks that every table of tenants is behind row-level security. */
export const rowLevelSecurity: Check = {
  name: "row-level security",
  needs: "database",
  look: async ({ ask }) => rowLevelSecurityFinding(await readTenantTables(ask)),
};

export function rowLevelSecurityFinding(tables: readonly TenantTable[]): Finding {
  if (tables.length === 0) return skipped("there are no tables yet");
  const open = unguardedTables(tables);
  if (open.length === 0) return ok(`in force on all ${tables.length} tables of tenants`);
  return failed(
    `not in force on ${open.join(", ")}: a query that forgets its filter sees every tenant there`,
    `As the owner: ${open.map((name) => `ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE ROW LEVEL SECURITY;`).join(" ")} and restore the policy tenant_isolation (prisma/functions/tenant-isolation.sql).`,
  );
}
