import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { type ListedOidcClient, listOidcClients } from "@/lib/oidc/clients/oidc-client-store";

/** The environment's relying parties, with what may be shown of their secrets. */
export function readOidcClients(scope: TenantScope): Promise<ListedOidcClient[]> {
  return inBatch(scope, listOidcClients);
}
