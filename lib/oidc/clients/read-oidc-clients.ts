import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import {
  findListedClient,
  type ListedOidcClient,
  listOidcClients,
} from "@/lib/oidc/clients/oidc-client-store";

/** The environment's relying parties, with what may be shown of their secrets. */
export function readOidcClients(scope: TenantScope): Promise<ListedOidcClient[]> {
  return inBatch(scope, listOidcClients);
}

/** One of them by its id, revoked or not.
 *  @throws ServiceError `missing` */
export async function readOidcClientWithId(
  scope: TenantScope,
  id: string,
): Promise<ListedOidcClient> {
  const found = await inBatch(scope, (db) => findListedClient(db, id));
  if (!found) throw missing();
  return found;
}
