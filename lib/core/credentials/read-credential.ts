import {
  findCredential,
  type ListedCredential,
  readCredentialRow,
} from "@/lib/core/credentials/credential-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** Returns the environment's credential with this client id, without the secret parts of its secrets, or
 *  null. */
export function readCredential(
  scope: TenantScope,
  clientId: string,
): Promise<ListedCredential | null> {
  return inBatch(scope, (db) => readCredentialRow(db, clientId));
}

/** Like `readCredential`, by the credential's id.
 *  @throws ServiceError `missing` */
export async function readCredentialWithId(
  scope: TenantScope,
  id: string,
): Promise<ListedCredential> {
  const found = await inBatch(scope, (db) => findCredential(db, id));
  if (!found) throw missing();
  return found;
}
