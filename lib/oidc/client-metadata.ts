import { randomBytes } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";
import type { OidcClient } from "@/lib/oidc-clients/oidc-client";

/** The provider insists on a secret for a client that has one. Ours are hashes, compared before it is asked
 *  (client-authentication.ts); what it holds in their place is worth nothing. */
const unusableSecret = randomBytes(32).toString("base64url");

/** A machine credential as the provider knows clients. */
export function credentialMetadata(clientId: string): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: unusableSecret,
    grant_types: ["client_credentials"],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: "client_secret_basic",
  };
}

/** A relying party as the provider knows clients. */
export function relyingPartyMetadata(client: OidcClient): ClientMetadata {
  const confidential = client.type === "confidential";
  return {
    client_id: client.clientId,
    client_name: client.name,
    ...(confidential ? { client_secret: unusableSecret } : {}),
    token_endpoint_auth_method: confidential ? "client_secret_basic" : "none",
    application_type: !confidential && client.redirectUris.some(isNative) ? "native" : "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    redirect_uris: client.redirectUris,
    id_token_signed_response_alg: "RS256",
    require_auth_time: true,
  };
}

// An app's own scheme, or the loopback interface with any port (RFC 8252 §7).
function isNative(redirectUri: string): boolean {
  return !redirectUri.startsWith("https:");
}
