import type { JWTPayload } from "jose";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import type { PayloadContent } from "@/lib/core/oidc-payloads/oidc-payload-store";

/** A token of a relying party, which is a reference to a stored payload. */
export interface StoredToken {
  form: "stored";
  kind: "access_token" | "refresh_token";
  /** The token itself, which is the id of the payload. */
  id: string;
  content: PayloadContent;
  /** Whether a refresh token was rotated. */
  isSpent: boolean;
}

/** An access token that is a JWT: a machine token, an installation's, or a user's for one app. */
export interface SignedToken {
  form: "signed";
  kind: "machine_token" | "user_token";
  claims: JWTPayload;
  /** Whether it was revoked before its end. */
  isRevoked: boolean;
}

/** A token that this service issued. */
export type IssuedToken = StoredToken | SignedToken;

/** Returns a claim or field if it is a text; otherwise an empty one. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Whether a token was issued to this client. */
function isOwn(client: AuthenticatedClient, token: IssuedToken): boolean {
  if (token.form === "stored")
    return client.kind === "relying_party" && token.content.clientId === client.clientId;
  return client.kind !== "relying_party" && token.claims.client_id === client.clientId;
}

/** Whether a client may see a token: its own, and for a machine credential all tokens of its environment,
 *  for which its backend may be a resource server (RFC 7662 §2.1). Stored tokens were found in the
 *  client's environment. */
export function isSeenBy(client: AuthenticatedClient, token: IssuedToken): boolean {
  return isOwn(client, token) || isOfEnvironment(client, token);
}

/** Whether a client may revoke a token: its own, and for a client that may mint users' tokens in the
 *  environment those too, because they name no client. */
export function mayRevoke(client: AuthenticatedClient, token: IssuedToken): boolean {
  if (isOwn(client, token)) return true;
  return (
    token.kind === "user_token" &&
    client.kind === "machine" &&
    client.credential.scopes.includes("tokens:issue") &&
    isOfEnvironment(client, token)
  );
}

function isOfEnvironment(client: AuthenticatedClient, token: IssuedToken): boolean {
  if (client.kind !== "machine") return false;
  if (token.form === "stored") return true;
  const { tenantPublicId, environmentKey } = client.credential;
  return token.claims.tenant_id === tenantPublicId && token.claims.environment === environmentKey;
}

/** Whether a known token has not ended, been consumed or been revoked. */
export function isCurrent(token: IssuedToken, at: Date): boolean {
  if (token.form === "signed") return !token.isRevoked;
  return !token.isSpent && Number(token.content.exp) * 1000 > at.getTime();
}
