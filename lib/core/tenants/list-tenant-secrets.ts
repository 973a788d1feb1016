import {
  type ListedTenantSecret,
  listTenantSecretRows,
} from "@/lib/core/tenants/tenant-secret-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Lists the environment's live tenant secrets, without the secrets themselves. */
export function listTenantSecrets(scope: TenantScope): Promise<ListedTenantSecret[]> {
  return inBatch(scope, listTenantSecretRows);
}
