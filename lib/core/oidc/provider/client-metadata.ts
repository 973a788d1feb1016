import { randomBytes } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";
import { DEVICE_CODE_GRANT } from "@/lib/core/device-codes/device-authorization";
import { identityScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import { accessScopesOf, type OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { isLoopbackHttp } from "@/lib/kernel/outbound/public-address";

/** The provider insists on a secret for a client that proves itself. We keep hashes and public keys, and prove the client
 *  before the provider is asked (prove-oidc-client.ts). The secret that it gets instead opens nothing. */
const unusableSecret = randomBytes(32).toString("base64url");

/** A relying party as the provider knows clients. */
export function relyingPartyMetadata(client: OidcClient): ClientMetadata {
  const confidential = client.type === "confidential";
  // A device that shows a code comes back to no address.
  const hasBrowser = client.redirectUris.length > 0;
  return {
    client_id: client.clientId,
    client_name: client.name,
    ...(confidential ? { client_secret: unusableSecret } : {}),
    token_endpoint_auth_method: confidential ? "client_secret_basic" : "none",
    application_type: !confidential && client.redirectUris.some(isNative) ? "native" : "web",
    grant_types: [
      ...(hasBrowser ? ["authorization_code"] : []),
      "refresh_token",
      ...(client.deviceAuthorization ? [DEVICE_CODE_GRANT] : []),
    ],
    response_types: hasBrowser ? ["code"] : [],
    redirect_uris: client.redirectUris,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    // The authorization endpoint names the scope that it refuses; this holds whatever asks the provider.
    scope: [...identityScopes, ...accessScopesOf(client)].join(" "),
  };
}

// An app's own scheme, or the loopback interface with any port (RFC 8252 §7). The dashboard of a trial on a local network has
// neither: its address is http on another host.
function isNative(redirectUri: string): boolean {
  const url = new URL(redirectUri);
  return !/^https?:$/.test(url.protocol) || isLoopbackHttp(url);
}
