import type { TenantTable } from "@/lib/kernel/db/schema/catalogue-store";

/** Names of the tables that row-level security does not protect: it is off, or has no policy. */
export function unguardedTables(tables: readonly TenantTable[]): string[] {
  return tables
    .filter(({ guarded, policies }) => !guarded || policies === 0)
    .map(({ name }) => name);
}
