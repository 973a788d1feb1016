import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import { findTenantSecret, type ListedTenantSecret } from "@/lib/tenants/tenant-secret-store";

/** A tenant secret of the environment, live or revoked, with what may be shown of it.
 *  @throws ServiceError `missing` */
export async function readTenantSecret(
  scope: TenantScope,
  id: string,
): Promise<ListedTenantSecret> {
  const found = await inBatch(scope, (db) => findTenantSecret(db, id));
  if (!found) throw missing();
  return found;
}
