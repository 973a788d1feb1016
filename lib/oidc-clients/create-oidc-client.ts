import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { hashSecret, newPublicId, newSecret, secretHint } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { checkSettings } from "@/lib/oidc-clients/check-settings";
import {
  insertOidcClient,
  insertOidcClientSecret,
  type OidcClientSettings,
} from "@/lib/oidc-clients/oidc-client-store";

/** Makes a relying party in the caller's environment. A confidential one gets its first secret, which is
 *  only in the answer.
 *  @throws ServiceError `unprocessable` for an address or app that can't be registered */
export async function createOidcClient(
  caller: Caller,
  settings: OidcClientSettings,
): Promise<{ id: string; clientId: string; clientSecret: string | null }> {
  const clientSecret = settings.type === "confidential" ? newSecret("aocs_") : null;
  return inTenant(caller, async (transaction) => {
    await checkSettings(transaction, settings, settings.type);
    const client = await insertOidcClient(transaction, newPublicId("aoc_"), settings);
    if (clientSecret)
      await insertOidcClientSecret(transaction, {
        oidcClientId: client.id,
        secretHash: hashSecret(clientSecret),
        hint: secretHint(clientSecret),
        slot: 1,
      });
    await recordAuditEvent(transaction, {
      kind: "oidc_client.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "oidc_client", id: client.id, name: client.name }],
      metadata: { type: client.type },
    });
    return { id: client.id, clientId: client.clientId, clientSecret };
  });
}
