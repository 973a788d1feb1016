import {
  isUsable,
  type ResolvedCredential,
  resolveCredential,
  touchCredential,
} from "@/lib/core/credentials/credential-store";
import { isUseDue } from "@/lib/core/credentials/last-use";
import { now } from "@/lib/kernel/clock";
import { hashSecret, isOneOfTwoHashes } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Returns the credential that a client id and one of its live secrets prove. An unknown id, a wrong
 *  secret, a revoked credential and a disabled tenant cost the same statements and comparisons, and return
 *  the same null. Records the use. */
export async function proveCredential(
  clientId: string,
  secret: string | null,
): Promise<ResolvedCredential | null> {
  const presented = hashSecret(secret ?? "");
  const isProved = (held: ResolvedCredential | null) => {
    const isMatch = isOneOfTwoHashes(presented, held?.secretHashes ?? []);
    return held !== null && secret !== null && isMatch && isUsable(held);
  };
  const credential = await resolveCredential(clientId, isProved);
  if (!isProved(credential) || !credential) return null;
  const at = now();
  if (isUseDue(credential.lastUsedAt, at))
    await inTransaction(credential, (db) =>
      touchCredential(db, credential.credentialId, presented, at),
    );
  return credential;
}
