import { randomBytes } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";
import { DEVICE_CODE_GRANT } from "@/lib/core/device-codes/device-authorization";
import { identityScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import { accessScopesOf, type OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { isLoopbackHttp } from "@/lib/kernel/outbound/public-address";

/** The provider requires a secret for a client that authenticates. We store hashes and public keys, and
 *  authenticate the client before the provider is called (prove-oidc-client.ts). The provider gets a secret
 *  that is valid nowhere. */
const unusableSecret = randomBytes(32).toString("base64url");

/** Metadata of a relying party in the provider's format. */
export function relyingPartyMetadata(client: OidcClient): ClientMetadata {
  const confidential = client.type === "confidential";
  // A device that shows a code has no redirect URI.
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
    // The authorization endpoint names the refused scope; this limit holds for every caller of the provider.
    scope: [...identityScopes, ...accessScopesOf(client)].join(" "),
  };
}

// An app's own scheme, or the loopback interface with any port (RFC 8252 §7). The dashboard of a trial on a
// local network has neither: its address is http on another host.
function isNative(redirectUri: string): boolean {
  const url = new URL(redirectUri);
  return !/^https?:$/.test(url.protocol) || isLoopbackHttp(url);
}
