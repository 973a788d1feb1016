import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { type ListedTenantSecret, listTenantSecretRows } from "@/lib/tenants/tenant-secret-store";

/** The environment's live tenant secrets, with what may be shown of them. */
export function listTenantSecrets(scope: TenantScope): Promise<ListedTenantSecret[]> {
  return inBatch(scope, listTenantSecretRows);
}
