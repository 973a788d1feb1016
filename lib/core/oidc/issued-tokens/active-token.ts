import { isUsable, resolveCredential } from "@/lib/core/credentials/credential-store";
import { isInService } from "@/lib/core/installations/installation";
import { resolveInstallation } from "@/lib/core/installations/installation-store";
import { findIssuedToken } from "@/lib/core/oidc/issued-tokens/find-issued-token";
import {
  type IssuedToken,
  isCurrent,
  isSeenBy,
  type SignedToken,
  type StoredToken,
  text,
} from "@/lib/core/oidc/issued-tokens/issued-token";
import { readAccount } from "@/lib/core/oidc/provider/account-store";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { findPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { sessionEnd } from "@/lib/core/sessions/session";
import { readSession } from "@/lib/core/sessions/session-store";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { isId, NO_ID } from "@/lib/kernel/ids";

/** Returns the token that a client asks about if it is valid: not ended or revoked, with a valid user,
 *  session, grant and client. Null for anything else, including a token that the client may not know of. An
 *  unknown token and one of another client take the same statements. */
export async function activeToken(
  client: AuthenticatedClient,
  token: string,
): Promise<IssuedToken | null> {
  const found = await findIssuedToken(client.scope, token);
  const seen = found && isSeenBy(client, found) ? found : null;
  const of = seen?.form === "stored" ? { grantId: text(seen.content.grantId) } : { grantId: "" };
  const [account, [grant, session]] = await Promise.all([
    readAccount(client.scope, idOr(userOf(seen))),
    inBatch(client.scope, (db) =>
      Promise.all([findPayload(db, "Grant", of.grantId), readSession(db, idOr(sessionOf(seen)))]),
    ),
  ]);
  if (!seen || !isCurrent(seen, now())) return null;
  const isGood =
    seen.form === "stored"
      ? account !== null && grant !== null && (await hasClient(client, seen))
      : seen.kind === "user_token"
        ? sessionEnd(session, now()) === null
        : await hasHolder(seen);
  return isGood ? seen : null;
}

const userOf = (token: IssuedToken | null): string =>
  token?.form === "stored" ? text(token.content.accountId) : "";
const sessionOf = (token: IssuedToken | null): string =>
  token?.kind === "user_token" ? text(token.claims.sid) : "";
const idOr = (id: string): string => (isId(id) ? id : NO_ID);

/** Whether a token's relying party still exists in the environment. */
async function hasClient({ scope }: AuthenticatedClient, { content }: StoredToken) {
  const found = await resolveOidcClient(text(content.clientId));
  return found?.scope.environmentId === scope.environmentId;
}

/** Whether the credential or installation of a machine token may still use it. */
async function hasHolder({ claims }: SignedToken): Promise<boolean> {
  const clientId = text(claims.client_id);
  if (typeof claims.installation_id !== "string") {
    const credential = await resolveCredential(clientId);
    return credential !== null && isUsable(credential);
  }
  const installation = await resolveInstallation(clientId);
  return installation?.tenantStatus === "active" && isInService(installation);
}
