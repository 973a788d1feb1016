import type { z } from "zod";
import { displays } from "@/lib/core/contract/authorization";
import type { DiscoveryDocument } from "@/lib/core/contract/oauth";
import { proofAlgorithms } from "@/lib/core/oidc/provider/proofs";
import { claimsOfScopes, supportedScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import { clientAssertionAlgorithms } from "@/lib/core/oidc/token/client-assertion";
import { grantTypes } from "@/lib/core/oidc/token/grants";
import { idTokenAlgorithms } from "@/lib/core/signing-keys/signing-key";
import { config } from "@/lib/kernel/config/config";

/** Authentication methods of clients with a secret or a key. */
const byProof = ["client_secret_basic", "client_secret_post", "private_key_jwt"] as const;

/** Metadata that relying parties discover (OpenID Connect Discovery 1.0, RFC 8414). It uses the configured
 *  address, so that no request header can poison it, and lists only supported features. */
export function discoveryDocument(): z.output<typeof DiscoveryDocument> {
  const { baseUrl } = config();
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    userinfo_endpoint: `${baseUrl}/oauth/userinfo`,
    jwks_uri: `${baseUrl}/oauth/jwks`,
    device_authorization_endpoint: `${baseUrl}/oauth/device`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    pushed_authorization_request_endpoint: `${baseUrl}/oauth/par`,
    end_session_endpoint: `${baseUrl}/oauth/logout`,
    scopes_supported: [...supportedScopes],
    response_types_supported: ["code"],
    display_values_supported: [...displays],
    response_modes_supported: ["query", "form_post"],
    grant_types_supported: [...grantTypes],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...idTokenAlgorithms],
    token_endpoint_auth_methods_supported: [...byProof, "none"],
    token_endpoint_auth_signing_alg_values_supported: [...clientAssertionAlgorithms],
    revocation_endpoint_auth_methods_supported: [...byProof, "none"],
    revocation_endpoint_auth_signing_alg_values_supported: [...clientAssertionAlgorithms],
    introspection_endpoint_auth_methods_supported: [...byProof],
    introspection_endpoint_auth_signing_alg_values_supported: [...clientAssertionAlgorithms],
    require_pushed_authorization_requests: false,
    dpop_signing_alg_values_supported: [...proofAlgorithms],
    code_challenge_methods_supported: ["S256"],
    claims_supported: [
      ...["iss", "aud", "exp", "iat", "sid", "nonce"],
      ...Object.values(claimsOfScopes()).flat(),
    ],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}
