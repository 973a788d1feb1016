import { type ListedCredential, listCredentialRows } from "@/lib/core/credentials/credential-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** The environment's credentials, newest first, with what may be shown of their secrets. */
export function listCredentials(scope: TenantScope): Promise<ListedCredential[]> {
  return inBatch(scope, listCredentialRows);
}
