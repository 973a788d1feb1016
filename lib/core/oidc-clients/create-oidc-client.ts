import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { checkSettings, fixedByProfile } from "@/lib/core/oidc-clients/check-settings";
import { hasSecret, usualMethods } from "@/lib/core/oidc-clients/client-methods";
import { insertOidcClientSecret } from "@/lib/core/oidc-clients/client-secret-store";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import {
  insertOidcClient,
  type OidcClientSettings,
} from "@/lib/core/oidc-clients/oidc-client-store";
import type { Caller } from "@/lib/kernel/caller";
import { hashSecret, newPublicId, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Creates a relying party in the caller's environment. One that authenticates by a secret gets its first,
 *  which only the answer contains.
 *  @param providedSecret a secret from elsewhere, used instead of a generated one
 *  (lib/core/oidc-clients/provided-secret)
 *  @throws ServiceError `unprocessable` for an address or app that can't be registered, `conflict` when the
 *    key is taken in the environment */
export async function createOidcClient(
  caller: Caller,
  input: OidcClientSettings,
  providedSecret?: string,
): Promise<{ id: string; clientId: string; clientSecret: string | null }> {
  const settings = fixedByProfile(input);
  const { tokenEndpointAuthMethod: method } = { ...usualMethods(settings.type), ...settings };
  const clientSecret = hasSecret(method) ? (providedSecret ?? newSecret("aocs_")) : null;
  try {
    return await inTransaction(caller, async (db) => {
      await checkSettings(db, settings, settings);
      const { id, clientId } = await insertAuditedClient(db, caller, settings);
      if (clientSecret)
        await insertOidcClientSecret(db, {
          oidcClientId: id,
          secretHash: hashSecret(clientSecret),
          hint: secretHint(clientSecret),
          slot: 1,
        });
      return { id, clientId, clientSecret };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", {
      detail: "key: another client of this environment has this key.",
    });
  }
}

/** Stores a relying party without checks, and audits it. Only this function stores the service's
 *  own client: its addresses follow from the ATRIUM_BASE_URL that the operator chose, which may be
 *  http on a local network. */
export async function insertAuditedClient(
  db: Queryable,
  caller: Caller,
  settings: OidcClientSettings,
): Promise<OidcClient> {
  const client = await insertOidcClient(db, newPublicId("aoc_"), settings);
  await auditCreation(db, caller, client);
  return client;
}

function auditCreation(
  db: Queryable,
  { actor, context }: Caller,
  client: OidcClient,
): Promise<void> {
  return recordAuditEvent(db, {
    kind: "oidc_client.created",
    actor,
    context,
    targets: [{ type: "oidc_client", id: client.id, name: client.name }],
    metadata: {
      type: client.type,
      ...(client.allowedScopes.length > 0 && { allowed_scopes: client.allowedScopes }),
    },
  });
}
