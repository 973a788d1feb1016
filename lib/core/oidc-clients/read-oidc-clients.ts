import {
  findListedClient,
  type ListedOidcClient,
  listOidcClients,
} from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

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
