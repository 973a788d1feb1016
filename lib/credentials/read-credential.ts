import type { TenantScope } from "@/lib/caller";
import { type ListedCredential, readCredentialRow } from "@/lib/credentials/credential-store";
import { inBatch } from "@/lib/db/batch";

/** The environment's credential with this client id, with what may be shown of its secrets, or null. */
export function readCredential(
  scope: TenantScope,
  clientId: string,
): Promise<ListedCredential | null> {
  return inBatch(scope, (db) => readCredentialRow(db, clientId));
}
