import { isUseDue } from "@/lib/core/credentials/last-use";
import { hasSecret } from "@/lib/core/oidc-clients/client-methods";
import { touchOidcClientSecret } from "@/lib/core/oidc-clients/client-secret-store";
import {
  type ResolvedOidcClient,
  resolveOidcClient,
  touchOidcClient,
} from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret, isOneOfTwoHashes } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Authenticates a relying party by its client id, and by one of its live secrets if it is
 *  confidential. An unknown id and a wrong secret cost the same statements and comparisons, and both
 *  return null. Records the use. */
export async function proveOidcClient(
  clientId: string,
  secret: string | null,
): Promise<{ scope: TenantScope; client: ResolvedOidcClient } | null> {
  const presented = hashSecret(secret ?? "");
  const isProved = (held: ResolvedOidcClient | undefined) => {
    const isMatch = isOneOfTwoHashes(presented, held?.secretHashes ?? []);
    if (held?.type === "public") return secret === null;
    return (
      secret !== null && isMatch && held !== undefined && hasSecret(held.tokenEndpointAuthMethod)
    );
  };
  const found = await resolveOidcClient(clientId, ({ client }) => isProved(client));
  if (!isProved(found?.client) || !found) return null;
  const { scope, client } = found;
  const at = now();
  if (isUseDue(client.lastUsedAt, at))
    await inTransaction(scope, (db) =>
      Promise.all([
        touchOidcClient(db, client.id, at),
        secret !== null && touchOidcClientSecret(db, presented, at),
      ]),
    );
  return found;
}
