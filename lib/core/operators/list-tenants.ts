import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { searchTenants, type TenantSearch } from "@/lib/core/operators/operated-tenant-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Lists every tenant except the platform's own, by name; the database searches and pages. */
export async function listTenants(search: TenantSearch = {}): Promise<OperatedTenant[]> {
  // PostgreSQL takes no NUL in a text, so no name has one.
  if (search.q?.includes("\0") || search.after?.includes("\0")) return [];
  const platform = await readPlatform();
  return platform ? inTransaction(platform, (db) => searchTenants(db, search)) : [];
}
