import type { TenantScope } from "@/lib/caller";
import { type ListedCredential, listCredentialRows } from "@/lib/credentials/credential-store";
import { inBatch } from "@/lib/db/batch";

/** The environment's credentials, newest first, with what may be shown of their secrets. */
export function listCredentials(scope: TenantScope): Promise<ListedCredential[]> {
  return inBatch(scope, listCredentialRows);
}
