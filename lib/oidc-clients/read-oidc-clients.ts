import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { listOidcClients } from "@/lib/oidc-clients/oidc-client-store";

/** The environment's relying parties, with what may be shown of their secrets. */
export function readOidcClients(scope: TenantScope) {
  return inTenant(scope, listOidcClients);
}
