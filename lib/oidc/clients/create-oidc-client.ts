import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { hashSecret, newPublicId, newSecret, secretHint } from "@/lib/crypto/secrets";
import { inTransaction } from "@/lib/db/transaction";
import { checkSettings } from "@/lib/oidc/clients/check-settings";
import { insertOidcClientSecret } from "@/lib/oidc/clients/client-secret-store";
import { insertOidcClient, type OidcClientSettings } from "@/lib/oidc/clients/oidc-client-store";

/** Makes a relying party in the caller's environment. A confidential one gets its first secret, which is
 *  only in the answer.
 *  @throws ServiceError `unprocessable` for an address or app that can't be registered */
export async function createOidcClient(
  caller: Caller,
  settings: OidcClientSettings,
): Promise<{ id: string; clientId: string; clientSecret: string | null }> {
  const clientSecret = settings.type === "confidential" ? newSecret("aocs_") : null;
  return inTransaction(caller, async (db) => {
    await checkSettings(db, settings, settings);
    const client = await insertOidcClient(db, newPublicId("aoc_"), settings);
    if (clientSecret)
      await insertOidcClientSecret(db, {
        oidcClientId: client.id,
        secretHash: hashSecret(clientSecret),
        hint: secretHint(clientSecret),
        slot: 1,
      });
    await recordAuditEvent(db, {
      kind: "oidc_client.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "oidc_client", id: client.id, name: client.name }],
      metadata: {
        type: client.type,
        ...(client.allowedScopes.length > 0 && { allowed_scopes: client.allowedScopes }),
      },
    });
    return { id: client.id, clientId: client.clientId, clientSecret };
  });
}
