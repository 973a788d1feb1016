import type { AuditEntry } from "@/lib/core/audit/audit-event";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertRevokedToken } from "@/lib/core/credentials/revoked-token-store";
import { type IssuedToken, text } from "@/lib/core/oidc/issued-tokens/issued-token";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import { deletePayloadsOfGrant } from "@/lib/core/oidc-payloads/ended-payload-store";
import { hostedRef } from "@/lib/core/oidc-payloads/hosted-session-ids";
import { deletePayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { removeSessionClient } from "@/lib/core/sessions/session-client-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Revokes a token at its client's request. A refresh token takes along its family, everything else of the
 *  same grant, and the client's part in the browser's session. Stored tokens are deleted; a JWT is remembered
 *  as revoked until its end. Of several parallel revocations, one is audited. */
export async function revokeIssuedToken(
  client: AuthenticatedClient,
  token: IssuedToken,
  context: RequestContext,
): Promise<void> {
  await inTransaction(client.scope, async (db) => {
    if (!(await end(db, client, token))) return;
    await recordAuditEvent(db, {
      kind: "oauth.token_revoked",
      actor: actorOf(client),
      context,
      targets: targetsOf(client, token),
      metadata: { token: token.kind, client_id: client.clientId },
    });
  });
}

async function end(
  db: Queryable,
  client: AuthenticatedClient,
  token: IssuedToken,
): Promise<boolean> {
  if (token.form === "signed") {
    const { jti = "", exp = 0, client_id: clientId } = token.claims;
    const expiresAt = new Date(exp * 1000);
    return insertRevokedToken(db, { jti, clientId: text(clientId) || null, expiresAt });
  }
  if (token.kind === "access_token") return deletePayload(db, "AccessToken", token.id);
  const { grantId, sessionUid } = token.content;
  const [hasEnded] = await Promise.all([
    deletePayloadsOfGrant(db, text(grantId)),
    client.kind === "relying_party" &&
      sessionUid !== undefined &&
      removeSessionClient(db, hostedRef(text(sessionUid)), client.client.id),
  ]);
  return hasEnded;
}

function actorOf(client: AuthenticatedClient): Actor {
  if (client.kind === "relying_party") return { type: "service", id: "oidc" };
  if (client.kind === "machine")
    return {
      type: "credential",
      id: client.credential.credentialId,
      name: client.credential.name,
    };
  return { type: "installation", id: client.clientId, name: client.installation.name };
}

function targetsOf(client: AuthenticatedClient, token: IssuedToken): AuditEntry["targets"] {
  const user =
    token.form === "stored"
      ? text(token.content.accountId)
      : token.kind === "user_token"
        ? text(token.claims.sub)
        : "";
  return [
    ...(user ? [{ type: "user", id: user }] : []),
    ...(client.kind === "relying_party"
      ? [{ type: "oidc_client", id: client.client.id, name: client.client.name }]
      : []),
  ];
}
