import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { searchTenants, type TenantSearch } from "@/lib/core/operators/operated-tenant-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Every tenant but the platform's own, by name; searched and cut to a page by the database. */
export async function listTenants(search: TenantSearch = {}): Promise<OperatedTenant[]> {
  // PostgreSQL takes no NUL in a text, and nothing has one in its name.
  if (search.q?.includes("\0") || search.after?.includes("\0")) return [];
  const platform = await readPlatform();
  return platform ? inTransaction(platform, (db) => searchTenants(db, search)) : [];
}
