import type { ErrorText } from "@/lib/kernel/errors/error-text";

/** An error that the OAuth endpoints answer in `error`. */
export interface OAuthErrorRow extends ErrorText {
  /** HTTP status, if the answer is not a redirect. */
  status: number;
  /** The document that defines it. */
  standard: string;
}

const of =
  (standard: string) =>
  (status: number, cause: string, remedy: string): OAuthErrorRow => ({
    status,
    standard,
    cause,
    remedy,
  });
const oauth = of("RFC 6749");
const bearer = of("RFC 6750");
const device = of("RFC 8628");
const resource = of("RFC 8707");
const pushed = of("RFC 9126");
const dpop = of("RFC 9449");
const openId = of("OpenID Connect Core");

/** Every error of the OAuth endpoints. */
export const oauthErrors = {
  invalid_request: oauth(
    400,
    "A parameter is missing, repeated, too long, of the wrong form or not recognised, or the client authenticates in two ways at once. The description names the parameter. `/oauth/authorize` takes [these parameters](PROTOCOL.md#parameters-of-oauthauthorize) and no others: `prompt`, `max_age` and those that some libraries send by themselves are refused, because ignoring them would break the promise that they stand for.",
    "Correct the parameter that the description names. ASP.NET Core sends `x-client-SKU` and `x-client-ver` until `DisableTelemetry = true` in `AddOpenIdConnect`. Build the request without the parameters of the page that it starts from (`utm_source` and the like).",
  ),
  invalid_client: oauth(
    401,
    "The client's authentication failed. The answer is the same for an unknown client, a wrong or retired secret, a client of the wrong kind, and an inactive client or tenant.",
    "Compare the client id and the secret with the dashboard: both come from one client or credential. Send them by Basic or in the form, never both. Encode the secret for the form. Don't repeat the request unchanged.",
  ),
  invalid_grant: oauth(
    400,
    "The proof that was presented for the token is not valid: an authorization code that was used or is older than 60 seconds, another `redirect_uri` than at the start, a wrong `code_verifier`, a refresh token that was used, has expired or was revoked, or, on the hosted plane, a wrong password or code. `error_code` has the published code where there is one.",
    "For a code, begin again at `/oauth/authorize`: a failed exchange is final. For a refresh token, ask the user to sign in. If it happens now and then, two parts of your product refresh with the same token at once: let one refresh, and share the result.",
  ),
  unauthorized_client: oauth(
    400,
    "The client may not use this grant, such as a relying party that requests a machine token.",
    "Use a machine credential for `client_credentials` and an OIDC client for sign-in.",
  ),
  unsupported_grant_type: oauth(
    400,
    "`grant_type` is none of those that the token endpoint knows.",
    "Use `client_credentials`, `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:token-exchange`. The password and implicit grants are not offered.",
  ),
  unsupported_response_type: oauth(
    400,
    "`response_type` is not `code`.",
    "Use the authorization code flow with PKCE.",
  ),
  invalid_scope: oauth(
    400,
    "The request names a scope that the credential does not hold or the client is not allowed. The description names the scope. No token with the other scopes is issued in its place.",
    "For a machine credential, request scopes that it holds, or leave `scope` out to get all of them; a credential's scopes never change, so a new scope needs a new credential. For a relying party, allow the scope in the client's settings.",
  ),
  invalid_target: resource(
    400,
    "A token exchange names an app that the user may not enter, with the layer in `error_code`; or a relying party requests a `resource`, which is not offered.",
    "Look at the page of the `error_code`, or leave `resource` out.",
  ),
  authorization_pending: device(
    400,
    "A device polls for its tokens, and no user has answered yet at the page that the device names.",
    "Poll again after `interval` seconds, until `expires_in` is over. Show the code and the address until then.",
  ),
  slow_down: device(
    400,
    "A device polled again before `interval` was over.",
    "Poll every `interval` seconds, plus five for each `slow_down` of this device code. The longer pause stays.",
  ),
  expired_token: device(
    400,
    "No user let the device in within ten minutes of its request.",
    "Request new codes at `/oauth/device`, and show those.",
  ),
  invalid_token: bearer(
    401,
    "The access token is expired, changed, meant for something else, or its session or access has ended. `error_code` names the layer when the user has lost the access.",
    "Refresh the token once. If the new one is refused too, ask the user to sign in.",
  ),
  insufficient_scope: bearer(
    403,
    "The access token is good, but its user signed in without the scope `openid`, so there is nothing to read at `/oauth/userinfo`.",
    "Request `openid` at `/oauth/authorize`, or read the claims of the token itself by `/oauth/introspect`.",
  ),
  access_denied: oauth(
    400,
    "The user or the service said no during a hosted sign-in: the user cancelled or refused the consent, may not sign in any more, or may not enter the client's app. To a device that polls the token endpoint: the user refused it.",
    "Tell the user, and offer to begin again. It comes back to `redirect_uri` with `state` and `iss`; a device stops polling.",
  ),
  use_dpop_nonce: dpop(
    400,
    "A proof of possession (`DPoP`) has no nonce of the service, or one that is too old. At `/oauth/userinfo` the status is 401.",
    "Send the request again with a new proof that has the value of the answer's `DPoP-Nonce` header as `nonce`. Nothing was spent: the code, the refresh token and the pushed request still work. Libraries with DPoP do this by themselves.",
  ),
  invalid_dpop_proof: dpop(
    400,
    "A proof of possession is not for this request: another method or address, another access token, a wrong signature, or no `jti`. At `/oauth/userinfo` the status is 401.",
    "Make a proof for each request: `htm`, `htu` without its query, `iat`, a fresh `jti`, `nonce`, and with an access token `ath`. Sign it with ES256 or EdDSA.",
  ),
  login_required: openId(
    400,
    "The application meant one user, by `id_token_hint` or by `sub` in `claims`, and another user signed in.",
    "Begin again without the hint, or tell the user with which account to sign in.",
  ),
  invalid_request_uri: pushed(
    400,
    "The address of a pushed request is unknown, older than 60 seconds, or was used.",
    "Push the request again, and send the browser to the new address at once.",
  ),
  request_not_supported: openId(
    400,
    "The authorization request came as a request object (`request`), which the service does not take.",
    "Send plain parameters, or push them to `/oauth/par`.",
  ),
  request_uri_not_supported: openId(
    400,
    "The authorization request names a `request_uri` that was not pushed to this service.",
    "Push the request to `/oauth/par` and send the `request_uri` of the answer.",
  ),
  temporarily_unavailable: oauth(
    503,
    "The service is overloaded, or away from its database (503), or a limit holds (429). `error_code` says which: [rate_limited](/docs/errors/rate_limited), [login_temporarily_locked](/docs/errors/login_temporarily_locked), [service_overloaded](/docs/errors/service_overloaded), or none while the database is away.",
    "Wait for `Retry-After` with jitter, and send the request again.",
  ),
  server_error: oauth(
    500,
    "An unexpected error occurred. The log has the cause under the request id of `x-request-id`.",
    "Repeat the request once, later. Report it with the request id.",
  ),
} as const satisfies Record<string, OAuthErrorRow>;

export type OAuthErrorName = keyof typeof oauthErrors;
