import { z } from "zod";

const optional = (description: string) => z.string().optional().meta({ description });

/** Values of `display` (OpenID Connect Core §3.1.2.1). One page serves them all: it fits a small window as
 *  well. */
export const displays = ["page", "popup", "touch", "wap"] as const;

/** Parameters of `/oauth/authorize`, in its query or its form. Any other is refused: to ignore one, such as
 *  `prompt` or `max_age`, would break a promise. */
export const AuthorizationRequest = z.object({
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
    .enum(displays)
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

/** Parameters that a relying party pushes: the same, except for the address of a pushed request. */
export const PushedRequest = AuthorizationRequest.omit({ request_uri: true });

export const PushedRequestResource = z.object({
  request_uri: z
    .string()
    .meta({ description: "What `/oauth/authorize` takes, beside `client_id`." }),
  expires_in: z.int().meta({ description: "Seconds." }),
});

/** Parameters of `/oauth/logout`, in its query or its form. */
export const LogoutParameters = z.object({
  id_token_hint: optional("An ID token of the session."),
  client_id: optional("The relying party."),
  post_logout_redirect_uri: optional("A registered address. A loopback address may use any port."),
  state: optional("Comes back unchanged."),
});
