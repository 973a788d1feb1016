import { type ListedCredential, listCredentialRows } from "@/lib/core/credentials/credential-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Lists the environment's credentials, newest first, without the secret parts of their secrets. */
export function listCredentials(scope: TenantScope): Promise<ListedCredential[]> {
  return inBatch(scope, listCredentialRows);
}
