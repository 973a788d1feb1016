import {
  type ListedTenantSecret,
  listTenantSecretRows,
} from "@/lib/core/tenants/tenant-secret-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** The environment's live tenant secrets, with what may be shown of them. */
export function listTenantSecrets(scope: TenantScope): Promise<ListedTenantSecret[]> {
  return inBatch(scope, listTenantSecretRows);
}
