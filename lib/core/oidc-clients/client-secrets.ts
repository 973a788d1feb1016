import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { hasSecret } from "@/lib/core/oidc-clients/client-methods";
import {
  endOidcClientSecret,
  insertOidcClientSecret,
  liveClientSecretSlots,
} from "@/lib/core/oidc-clients/client-secret-store";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { findOidcClientById } from "@/lib/core/oidc-clients/oidc-client-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Adds another secret to a confidential client, so that both work during a rotation. Only
 *  the answer contains it.
 *  @param providedSecret a secret from elsewhere, used instead of a generated one
 *  (lib/core/oidc-clients/provided-secret)
 *  @throws ServiceError `missing`, `conflict` when two are live, `unprocessable` for a public client */
export async function addClientSecret(
  caller: Caller,
  clientId: string,
  providedSecret?: string,
): Promise<{ id: string; secret: string; hint: string }> {
  const secret = providedSecret ?? newSecret("aocs_");
  const hint = secretHint(secret);
  try {
    return await inTransaction(caller, async (db) => {
      const [client, taken] = await Promise.all([
        findOidcClientById(db, clientId),
        liveClientSecretSlots(db, clientId),
      ]);
      if (!client) throw missing();
      if (client.type === "public")
        throw new ServiceError("unprocessable", {
          detail: "A public client has no secret.",
          says: { name: "publicClientHasNoSecret" },
        });
      if (!hasSecret(client.tokenEndpointAuthMethod))
        throw new ServiceError("unprocessable", {
          detail: "This client proves itself by a key and has no secret.",
        });
      const slot = [1, 2].find((candidate) => !taken.includes(candidate));
      if (!slot) throw twoAreLive();
      const secretHash = hashSecret(secret);
      const row = { oidcClientId: clientId, secretHash, hint, slot };
      const id = await insertOidcClientSecret(db, row);
      await auditChange(db, caller, client, { added: hint });
      return { id, secret, hint };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? twoAreLive() : error;
  }
}

/** Ends one of a client's secrets.
 *  @throws ServiceError `missing` for one that is unknown or has ended */
export async function revokeClientSecret(
  caller: Caller,
  clientId: string,
  secretId: string,
): Promise<void> {
  await inTransaction(caller, async (db) => {
    const client = await findOidcClientById(db, clientId);
    if (!client || !(await endOidcClientSecret(db, clientId, secretId, now()))) throw missing();
    await auditChange(db, caller, client, { revoked: secretId });
  });
}

async function auditChange(
  db: Queryable,
  caller: Caller,
  client: OidcClient,
  metadata: Record<string, string>,
): Promise<void> {
  await recordAuditEvent(db, {
    kind: "oidc_client.updated",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "oidc_client", id: client.id, name: client.name }],
    metadata,
  });
}

function twoAreLive(): ServiceError {
  return new ServiceError("conflict", {
    detail: "The client has two live secrets already; revoke one secret first.",
    says: { name: "clientHasTwoSecrets" },
  });
}
