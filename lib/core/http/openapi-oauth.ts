import type { ResponseConfig, RouteConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { AccessDenialCode } from "@/lib/core/contract/access";
import {
  DeviceAuthorizationForm,
  DeviceAuthorizationResource,
} from "@/lib/core/contract/device-authorization";
import {
  HostedLoginResource,
  HostedPreflightBody,
  HostedVerifyOtpBody,
} from "@/lib/core/contract/hosted-login";
import {
  Introspection,
  IntrospectionForm,
  RevocationForm,
} from "@/lib/core/contract/introspection";
import {
  DiscoveryDocument,
  JsonWebKeySet,
  TokenForm,
  TokenResponse,
  UserInfo,
} from "@/lib/core/contract/oauth";
import { OAuthError } from "@/lib/core/contract/problem";
import { TokenExchangeResponse } from "@/lib/core/contract/token-exchange";
import { oneOfCodes, problemsFor, retryAfter } from "@/lib/core/http/openapi-problems";
import type { Reason } from "@/lib/kernel/errors/catalogue";
import type { OAuthErrorName } from "@/lib/kernel/errors/oauth-errors";

const json = (description: string, schema: z.ZodType, example: unknown): ResponseConfig => ({
  description,
  content: { "application/json": { schema, example } },
});
/** A refusal with its possible errors, and the published codes of some of them. */
function refused(
  description: string,
  errors: readonly OAuthErrorName[],
  codes: readonly Reason[] = [],
  isLogin = false,
): ResponseConfig {
  const [error] = errors;
  const [code] = codes;
  const fields = {
    error: z.enum(errors).meta({ description: "Errors are added: keep a default branch." }),
    ...(code ? { error_code: oneOfCodes(codes, isLogin).optional() } : {}),
  };
  const example = { error, ...(code ? { error_code: code } : {}) };
  return json(description, z.intersection(OAuthError, z.looseObject(fields)), example);
}
const page = (description: string): ResponseConfig => ({
  description,
  content: { "text/html": { schema: z.string() } },
});
const redirect = (description: string): ResponseConfig => ({
  description,
  headers: {
    Location: { description: "Where to go.", required: true, schema: { type: "string" } },
  },
});
const failed = refused("Something went wrong on our side.", ["server_error"]);
const later = (answer: ResponseConfig): ResponseConfig => ({ ...answer, headers: retryAfter });
const busy = {
  429: later(
    refused(
      "Too many requests: wait for Retry-After.",
      ["temporarily_unavailable"],
      ["rate_limited"],
    ),
  ),
  503: later(
    refused(
      "Overloaded, or the database is away: wait for Retry-After.",
      ["temporarily_unavailable"],
      ["service_overloaded"],
    ),
  ),
};
/** Refusals of all these endpoints. */
const anyRefusal = { ...busy, 500: failed };
const late = "The body did not arrive in time; nothing else was checked.";
const large = "The body is too large.";
/** Refusals of endpoints that take a body. */
const anyBodyRefusal = {
  ...anyRefusal,
  408: refused(late, ["invalid_request"]),
  413: refused(large, ["invalid_request"]),
};
/** Refusals for a person: a page, or JSON for a client that does not accept HTML. */
const anyPage = {
  ...Object.fromEntries(
    Object.entries(busy).map(([status, { content, ...answer }]) => [
      status,
      { ...answer, content: { ...content, "text/html": { schema: z.string() } } },
    ]),
  ),
  500: page("Something went wrong on our side."),
};
const anyFormPage = { ...anyPage, 408: page(late), 413: page(large) };
/** Refusals of a public document (`publicRoute`). */
const documentRefusals = problemsFor([
  "malformed",
  "internal",
  "service_overloaded",
  "unavailable",
]);
const optional = (description: string) => z.string().optional().meta({ description });
const tags = ["OAuth and OpenID Connect"];

const clientUnproved = refused(
  "The refusal is the same for an unknown client, a wrong secret and an inactive client or tenant.",
  ["invalid_client"],
);

const tokenEndpoint: RouteConfig = {
  method: "post",
  path: "/oauth/token",
  operationId: "issueToken",
  tags,
  summary: "Issue a token",
  description:
    "Issues machine tokens by `client_credentials` (audience `service-management-api`, 15 minutes), also to installations, which authenticate by `private_key_jwt`. Takes the authorization code and refresh token grants of relying parties. Exchanges an external principal's token for a session of the bound user (RFC 8693). A token for each call exhausts the limit: cache the token.",
  security: [{ clientBasic: [] }, {}],
  request: {
    body: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: TokenForm,
          example: {
            grant_type: "client_credentials",
            client_id: "ac_4f1c…",
            client_secret: "as_9b2e…",
            scope: "users:read users:write",
          },
        },
      },
    },
  },
  responses: {
    200: json("The token.", z.union([TokenExchangeResponse, TokenResponse]), {
      access_token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…",
      token_type: "Bearer",
      expires_in: 900,
      scope: "users:read users:write",
    }),
    400: refused(
      "The request, the grant or what it asks for is refused; or a device has to wait.",
      [
        "invalid_grant",
        "invalid_request",
        "invalid_scope",
        "invalid_target",
        "unauthorized_client",
        "unsupported_grant_type",
        "use_dpop_nonce",
        "invalid_dpop_proof",
        "authorization_pending",
        "slow_down",
        "access_denied",
        "expired_token",
      ],
      [...AccessDenialCode.options, "user_disabled", "expired", "organization_selection_required"],
    ),
    401: clientUnproved,
    ...anyBodyRefusal,
  },
};

const authorization = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal("code"),
  code_challenge: z.string(),
  code_challenge_method: z.literal("S256"),
  scope: optional(
    "Space-separated: `openid`, without which there is no ID token, `profile`, `email`, and `organizations` and `permissions` where the client is allowed them; otherwise these two are `invalid_scope`, and so is a request that names none of the five. Without it, `openid` is meant.",
  ),
  state: optional("Comes back unchanged. At most 2,048 bytes."),
  nonce: optional("Comes back in the ID token. At most 2,048 bytes."),
  response_mode: z.enum(["query", "form_post"]).optional(),
  login_hint: optional(
    "An address to fill in, or a user's id. The service asks somebody who is signed in as another user.",
  ),
  ui_locales: optional("Languages, the preferred first."),
  organization_id: optional(
    "The organization to sign in for. Without it, and with `organizations` or `permissions`, a page asks where several are possible.",
  ),
  display: z
    .enum(["page", "popup", "touch", "wap"])
    .optional()
    .meta({ description: "How the page is shown. One page serves all, and fits a small window." }),
  claims_locales: optional("Languages of claims. It changes nothing: every claim has one text."),
  acr_values: optional(
    "It changes nothing: there is no `acr`, and the tenant's policy says when a second factor is asked for. `amr` says what was shown.",
  ),
  id_token_hint: optional(
    "An ID token of this client's, expired or not: whose sign-in is meant. Another user's session does not answer the request, and another user's sign-in is `login_required`.",
  ),
  request_uri: optional(
    "What `/oauth/par` answered, with `client_id` alone beside it. Any other address is `request_uri_not_supported`.",
  ),
  dpop_jkt: optional(
    "The thumbprint of the key (RFC 7638) that the code is bound to (RFC 9449 §10). A pushed request with a proof needs none.",
  ),
  claims: optional(
    "A JSON object (OpenID Connect Core §5.5): claims that `profile` and `email` would give, each in `id_token` or `userinfo` alone. `sub` with a value means the user as `id_token_hint` does. Other claims are ignored.",
  ),
});

const pushed: RouteConfig = {
  method: "post",
  path: "/oauth/par",
  operationId: "pushAuthorizationRequest",
  tags,
  summary: "Push an authorization request",
  description:
    "RFC 9126: the client sends the parameters of `/oauth/authorize` by itself, proves itself as at `/oauth/token`, and gets an address for them. A `DPoP` header binds the code to its key. The request is judged here as it would be at `/oauth/authorize`.",
  security: [],
  request: {
    body: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": { schema: authorization.omit({ request_uri: true }) },
      },
    },
  },
  responses: {
    201: json(
      "The request is kept for 60 seconds, and works once.",
      z.object({
        request_uri: z
          .string()
          .meta({ description: "What `/oauth/authorize` takes, beside `client_id`." }),
        expires_in: z.int().meta({ description: "Seconds." }),
      }),
      {
        request_uri: "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c",
        expires_in: 60,
      },
    ),
    400: refused(
      "The request would be refused, or its proof of possession needs the nonce in `DPoP-Nonce` (`use_dpop_nonce`).",
      [
        "invalid_request",
        "invalid_scope",
        "unsupported_response_type",
        "unauthorized_client",
        "request_not_supported",
        "request_uri_not_supported",
        "use_dpop_nonce",
        "invalid_dpop_proof",
      ],
    ),
    401: clientUnproved,
    ...anyBodyRefusal,
  },
};

const authorizeBy = (
  method: "get" | "post",
  operationId: string,
  request: RouteConfig["request"],
  responses: RouteConfig["responses"],
): RouteConfig => ({
  method,
  path: "/oauth/authorize",
  operationId,
  tags,
  summary: method === "get" ? "Start hosted sign-in" : "Start hosted sign-in by a form",
  description:
    "Any other or repeated parameter, `prompt` and `max_age` among them, is `invalid_request`. The description names the parameter, and how a library that sends the parameter by itself is set not to. `request` is `request_not_supported`, and a `request_uri` that was not pushed here is `request_uri_not_supported`.",
  security: [],
  request,
  responses: { ...anyPage, ...responses },
});

const authorize = authorizeBy(
  "get",
  "authorize",
  { query: authorization },
  {
    303: redirect(
      "Redirects to the sign-in page, or to `redirect_uri` with `code` or `error`, `state` and `iss`.",
    ),
    400: page(
      "The client or the redirect_uri is unknown, so the service redirects nowhere. Or the answer to a refused request with `response_mode=form_post`: a form that goes to `redirect_uri`.",
    ),
  },
);

const authorizeForm = authorizeBy(
  "post",
  "authorizeByForm",
  {
    body: {
      required: true,
      content: { "application/x-www-form-urlencoded": { schema: authorization } },
    },
  },
  {
    303: redirect("Redirects to the same request by `GET`, where it is judged."),
    400: page("The form is none, or a parameter is repeated."),
    408: page(late),
    413: page("The parameters are longer than 8,000 bytes together."),
  },
);

const loggingOut = z.object({
  id_token_hint: optional("An ID token of the session."),
  client_id: optional("The relying party."),
  post_logout_redirect_uri: optional("A registered address. A loopback address may use any port."),
  state: optional("Comes back unchanged."),
});

const logoutBy = (
  method: "get" | "post",
  operationId: string,
  request: RouteConfig["request"],
  responses: RouteConfig["responses"],
): RouteConfig => ({
  method,
  path: "/oauth/logout",
  operationId,
  tags,
  summary:
    method === "get"
      ? "Sign out of the hosted session"
      : "Sign out of the hosted session by a form",
  description: "One of `id_token_hint` and `client_id` is required.",
  security: [],
  request,
  responses: { ...anyPage, ...responses },
});

const logout = logoutBy(
  "get",
  "logout",
  { query: loggingOut },
  {
    200: page("Asks whether to sign out."),
    303: redirect("Signed out."),
    400: page("Refused."),
  },
);

const logoutForm = logoutBy(
  "post",
  "logoutByForm",
  {
    body: {
      required: true,
      content: { "application/x-www-form-urlencoded": { schema: loggingOut } },
    },
  },
  {
    303: redirect("Redirects to the same request by `GET`, where it is judged."),
    400: page("The form is none, or a parameter is repeated."),
    408: page(late),
    413: page("The parameters are longer than 8,000 bytes together."),
  },
);

const keys: RouteConfig = {
  method: "get",
  path: "/oauth/jwks",
  operationId: "readKeys",
  tags,
  summary: "Read the public keys of every kind of token",
  description:
    "Keep them for some minutes, and read them again when a token names a key that you have not seen.",
  security: [],
  responses: {
    200: json("The keys.", JsonWebKeySet, {
      keys: [
        { kty: "OKP", crv: "Ed25519", kid: "mt-01", alg: "EdDSA", use: "sig", x: "11qYAYKx…" },
      ],
    }),
    ...documentRefusals,
  },
};

const userInfo = (method: "get" | "post"): RouteConfig => ({
  method,
  path: "/oauth/userinfo",
  operationId: method === "get" ? "readUserInfo" : "postUserInfo",
  tags,
  summary: "Read the signed-in user's claims",
  description:
    "Those of the token's scopes, as they are now. A token that is bound to a key comes as `Authorization: DPoP …`, with a proof in the header `DPoP` (RFC 9449 §7).",
  security: [{ userAccessToken: [] }],
  responses: {
    200: json("The claims.", UserInfo, {
      sub: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
      email: "grace@example.com",
      email_verified: true,
    }),
    400: refused("The token comes in more than one way, or by a scheme that is not its own.", [
      "invalid_request",
    ]),
    401: refused(
      "The token is not valid, or the user has lost the access that the token's scopes tell of: `error_code` then names the layer. A request without a token gets the challenge alone.",
      ["invalid_token", "use_dpop_nonce", "invalid_dpop_proof"],
      AccessDenialCode.options,
    ),
    403: refused("The token is of a sign-in without `openid`.", ["insufficient_scope"]),
    ...(method === "get" ? anyRefusal : anyBodyRefusal),
  },
});

const clientForm = (schema: z.ZodType) => ({
  body: {
    required: true,
    content: {
      "application/x-www-form-urlencoded": {
        schema,
        example: { token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…" },
      },
    },
  },
});
const clientRefused = {
  400: refused("The token is missing, or a parameter is repeated.", ["invalid_request"]),
  401: clientUnproved,
  ...anyBodyRefusal,
};

const introspection: RouteConfig = {
  method: "post",
  path: "/oauth/introspect",
  operationId: "introspectToken",
  tags,
  summary: "Ask whether a token may be used",
  description:
    'Introspection (RFC 7662). A client learns of its own tokens, a machine credential of all tokens in its environment. Of any other token, of one that has ended or was revoked, and of one whose user, session or client has ended, the answer is `{"active": false}`. A public client can\'t ask, because it proves nothing. A budget of its own, as large as that of the token endpoint.',
  security: [{ clientBasic: [] }, {}],
  request: clientForm(IntrospectionForm),
  responses: {
    200: json("What the token says, or that it is not active.", Introspection, {
      active: true,
      scope: "users:read",
      client_id: "ac_4f1c…",
      sub: "ac_4f1c…",
      token_type: "Bearer",
      exp: 1767225600,
      iat: 1767224700,
      iss: "https://auth.example.com",
      aud: "service-management-api",
    }),
    ...clientRefused,
  },
};

const revocation: RouteConfig = {
  method: "post",
  path: "/oauth/revoke",
  operationId: "revokeToken",
  tags,
  summary: "Revoke a token",
  description:
    "Revocation (RFC 7009). A refresh token takes along its family, the access tokens of the same grant, and the client's part in the browser's session. An access token is worth nothing to this service and at its introspection from then on; whoever verifies a JWT by the public keys alone believes it until it ends. A client revokes its own tokens, and a machine credential with `tokens:issue` the users' tokens of its environment. Any other token is a 200 without effect. A budget of its own, as large as that of the token endpoint.",
  security: [{ clientBasic: [] }, {}],
  request: clientForm(RevocationForm),
  responses: {
    200: { description: "The token is worth nothing to this client." },
    ...clientRefused,
  },
};

const deviceAuthorization: RouteConfig = {
  method: "post",
  path: "/oauth/device",
  operationId: "authorizeDevice",
  tags,
  summary: "Ask to sign a device in",
  description:
    "Device authorization (RFC 8628), for a relying party that allows it (`device_authorization`). The device shows `user_code` and `verification_uri`, and polls `/oauth/token` with `device_code` every `interval` seconds. Until somebody has answered, `authorization_pending`; `slow_down` makes the pause five seconds longer for good; then the tokens once, `access_denied` or `expired_token`.",
  security: [{ clientBasic: [] }, {}],
  request: {
    body: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: DeviceAuthorizationForm,
          example: { client_id: "aoc_6Qm2…", scope: "openid profile email" },
        },
      },
    },
  },
  responses: {
    200: json("What to show, and what to poll with.", DeviceAuthorizationResource, {
      device_code: "adc_9b2e…",
      user_code: "KDPM-WXRT",
      verification_uri: "https://auth.example.com/device",
      verification_uri_complete: "https://auth.example.com/device?user_code=KDPM-WXRT",
      expires_in: 600,
      interval: 5,
    }),
    ...clientRefused,
    400: refused("The request is refused, or the client may not sign devices in.", [
      "unauthorized_client",
      "invalid_request",
      "invalid_scope",
    ]),
  },
};

const discovery = (name: string, operationId: string, summary: string): RouteConfig => ({
  method: "get",
  path: `/.well-known/${name}`,
  operationId,
  tags,
  summary,
  description: "What clients configure themselves by. The same for every tenant.",
  security: [],
  responses: {
    200: json("The document.", DiscoveryDocument, {
      issuer: "https://auth.example.com",
      authorization_endpoint: "https://auth.example.com/oauth/authorize",
      token_endpoint: "https://auth.example.com/oauth/token",
      jwks_uri: "https://auth.example.com/oauth/jwks",
    }),
    ...documentRefusals,
  },
});

const relatedOrigins: RouteConfig = {
  method: "get",
  path: "/.well-known/webauthn",
  operationId: "readRelatedOrigins",
  tags,
  summary: "Read the origins that may use the hosted pages' passkeys",
  description: "Related origin requests of WebAuthn level 3: browsers read the document.",
  security: [],
  responses: {
    200: json("The document.", z.object({ origins: z.array(z.string()) }), {
      origins: ["https://auth.example.com", "https://shop.example"],
    }),
    ...problemsFor(["rate_limited"]),
    ...documentRefusals,
  },
};

const securityText: RouteConfig = {
  method: "get",
  path: "/.well-known/security.txt",
  operationId: "readSecurityText",
  tags,
  summary: "Read where to report a vulnerability",
  description:
    "The file of RFC 9116, from the operator's configuration; a 404 where that names no contact.",
  security: [],
  responses: {
    200: {
      description: "The file.",
      content: {
        "text/plain": {
          schema: z.string(),
          example:
            "Contact: mailto:security@example.com\nExpires: 2027-05-22T00:00:00.000Z\nCanonical: https://auth.example.com/.well-known/security.txt\n",
        },
      },
    },
    ...problemsFor(["missing"]),
    ...documentRefusals,
  },
};

const resume: RouteConfig = {
  method: "get",
  path: "/oauth/authorize/{uid}",
  operationId: "resumeAuthorize",
  tags,
  summary: "Go on with hosted sign-in",
  description: "The sign-in pages lead back to this address. For browsers only.",
  security: [],
  request: { params: z.object({ uid: z.string() }) },
  responses: {
    303: redirect("To `redirect_uri` with `code` or `error`, `state` and `iss`."),
    400: page("There is no such sign-in in this browser."),
    ...anyPage,
  },
};

const confirmLogout: RouteConfig = {
  method: "post",
  path: "/oauth/logout/confirm",
  operationId: "confirmLogout",
  tags,
  summary: "Confirm a sign-out",
  description: "The page of `/oauth/logout` sends this form. For browsers only.",
  security: [],
  responses: { 303: redirect("Signed out."), 400: page("Refused."), ...anyFormPage },
};

const hostedLogin = (
  stage: string,
  operationId: string,
  summary: string,
  body: z.ZodType,
  example: unknown,
): RouteConfig => ({
  method: "post",
  path: `/oauth/login/${stage}`,
  operationId,
  tags,
  summary,
  description:
    "Works within a sign-in that this browser began at `/oauth/authorize`, from the same origin only.",
  security: [],
  request: {
    query: z.object({
      interaction: optional("The sign-in; the browser's latest sign-in when absent."),
    }),
    body: { required: true, content: { "application/json": { schema: body, example } } },
  },
  responses: {
    200: json("The address to go on to, or a challenge for a code.", HostedLoginResource, {
      status: "grant",
      redirect_to: "https://auth.example.com/oauth/authorize/V1StGXR8",
    }),
    ...anyBodyRefusal,
    400: refused(
      "The proof is wrong, or the request is outside of a sign-in (`invalid_request`).",
      ["invalid_grant", "invalid_request"],
      ["invalid_credentials"],
      true,
    ),
    429: later(
      refused(
        "Locked or too many requests: wait for Retry-After.",
        ["temporarily_unavailable"],
        ["login_temporarily_locked", "rate_limited"],
        true,
      ),
    ),
  },
});

/** The OAuth and OpenID Connect endpoints, whose protocol the standards define. */
export const oauthPaths: readonly RouteConfig[] = [
  tokenEndpoint,
  authorize,
  authorizeForm,
  pushed,
  resume,
  hostedLogin(
    "preflight",
    "hostedPreflight",
    "Prove a password on the hosted plane",
    HostedPreflightBody,
    { email: "grace@example.com", password: "kelp, mirage and 4 chairs" },
  ),
  hostedLogin(
    "verify-otp",
    "hostedVerifyOtp",
    "Prove a code on the hosted plane",
    HostedVerifyOtpBody,
    { email: "grace@example.com", code: "493817" },
  ),
  logout,
  logoutForm,
  confirmLogout,
  keys,
  userInfo("get"),
  userInfo("post"),
  introspection,
  revocation,
  deviceAuthorization,
  discovery("openid-configuration", "readOpenIdConfiguration", "OpenID Connect discovery"),
  discovery("oauth-authorization-server", "readServerMetadata", "OAuth server metadata (RFC 8414)"),
  relatedOrigins,
  securityText,
];
