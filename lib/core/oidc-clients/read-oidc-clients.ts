import {
  findListedClient,
  type ListedOidcClient,
  listOidcClients,
} from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** Returns the environment's relying parties, with their secrets but not the values. */
export function readOidcClients(scope: TenantScope): Promise<ListedOidcClient[]> {
  return inBatch(scope, listOidcClients);
}

/** Returns one of them by its id, revoked or not.
 *  @throws ServiceError `missing` */
export async function readOidcClientWithId(
  scope: TenantScope,
  id: string,
): Promise<ListedOidcClient> {
  const found = await inBatch(scope, (db) => findListedClient(db, id));
  if (!found) throw missing();
  return found;
}
