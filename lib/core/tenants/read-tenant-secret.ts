import { findTenantSecret, type ListedTenantSecret } from "@/lib/core/tenants/tenant-secret-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** Returns a tenant secret of the environment, live or revoked, without the secret itself.
 *  @throws ServiceError `missing` */
export async function readTenantSecret(
  scope: TenantScope,
  id: string,
): Promise<ListedTenantSecret> {
  const found = await inBatch(scope, (db) => findTenantSecret(db, id));
  if (!found) throw missing();
  return found;
}
