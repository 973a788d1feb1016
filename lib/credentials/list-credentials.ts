import type { TenantScope } from "@/lib/caller";
import { type ListedCredential, listCredentialRows } from "@/lib/credentials/credential-store";
import { inTenant } from "@/lib/db";

/** The environment's credentials, newest first, with what may be shown of their secrets. */
export function listCredentials(scope: TenantScope): Promise<ListedCredential[]> {
  return inTenant(scope, listCredentialRows);
}
