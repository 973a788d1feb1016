import { config } from "@/lib/config/config";
import { sessionPolicyClaim } from "@/lib/oidc/account";
import { assertionAlgorithms } from "@/lib/oidc/installation-assertion";
import { identityScopes } from "@/lib/oidc/load-grant";
import { TOKEN_EXCHANGE } from "@/lib/oidc/token-exchange";

/** What relying parties discover (OpenID Connect Discovery 1.0, RFC 8414). Made from the configured address
 *  alone, so that no header of a request can poison it; only what is supported is named. */
export function discoveryDocument(): Record<string, unknown> {
  const { baseUrl } = config();
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    userinfo_endpoint: `${baseUrl}/oauth/userinfo`,
    jwks_uri: `${baseUrl}/oauth/jwks`,
    end_session_endpoint: `${baseUrl}/oauth/logout`,
    scopes_supported: [...identityScopes],
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    grant_types_supported: [
      ...["authorization_code", "refresh_token", "client_credentials", TOKEN_EXCHANGE],
    ],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: [
      ...["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    ],
    token_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
    code_challenge_methods_supported: ["S256"],
    claims_supported: [
      ...["sub", "iss", "aud", "exp", "iat", "auth_time", "amr", "sid", "nonce"],
      ...["email", "email_verified", "name", "locale", "updated_at"],
      sessionPolicyClaim(),
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

/** A document that anybody may read from any page, for a short time without asking again. */
export function publicJson(body: unknown, maxAgeSeconds: number): Response {
  return Response.json(body, {
    headers: {
      "access-control-allow-origin": "*",
      "cache-control": `public, max-age=${maxAgeSeconds}`,
    },
  });
}
