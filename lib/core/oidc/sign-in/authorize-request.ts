import { z } from "zod";
import { AuthorizationRequest, displays } from "@/lib/core/contract/authorization";
import { single } from "@/lib/core/oidc/http/form";
import { identityScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import { unrecognised } from "@/lib/core/oidc/sign-in/unrecognised-parameter";
import { accessScopes, accessScopesOf, type OidcClient } from "@/lib/core/oidc-clients/oidc-client";

/** Parameters that `/oauth/authorize` accepts. */
export const recognised: ReadonlySet<string> = new Set(Object.keys(AuthorizationRequest.shape));

/** Parameters that refer to a request object elsewhere. Each has an error of its own (OpenID Connect Core
 *  §3.1.2.6). A request that was pushed here is recognised before (pushed-request.ts). */
const elsewhere: Readonly<Record<string, string>> = {
  request: "request_not_supported",
  request_uri: "request_uri_not_supported",
};

/** A refusal in the protocol's terms. */
export interface AuthorizeProblem {
  error: string;
  description: string;
}

/** Largest size of a stored request's parameters, in bytes. The format of the others bounds their size. */
export const atMost: Readonly<Record<string, number>> = {
  state: 2048,
  nonce: 2048,
  scope: 512,
  login_hint: 512,
  ui_locales: 256,
  claims_locales: 256,
  acr_values: 256,
  id_token_hint: 4096,
  claims: 2048,
};

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const uuid = z.uuid();

/** Checks an authorization request whose client and redirect URI are valid.
 *  @returns an OAuth error and its description, or null */
export function authorizeProblem(query: URLSearchParams): AuthorizeProblem | null {
  const invalid = (description: string) => ({ error: "invalid_request", description });
  for (const [name, error] of Object.entries(elsewhere))
    if (query.has(name)) return { error, description: `parameter ${name} is not supported` };
  for (const name of new Set(query.keys())) {
    if (!recognised.has(name)) return invalid(describeUnrecognised(query, name));
    if (query.getAll(name).length > 1) return invalid(`parameter ${name} is repeated`);
  }
  for (const [name, bytes] of Object.entries(atMost))
    if (Buffer.byteLength(query.get(name) ?? "") > bytes)
      return invalid(`parameter ${name} is longer than ${bytes} bytes`);
  const responseType = single(query, "response_type");
  if (responseType === null) return invalid("missing required parameter: response_type");
  if (responseType !== "code")
    return { error: "unsupported_response_type", description: "response_type must be code" };
  const mode = single(query, "response_mode");
  if (mode !== null && !["query", "form_post"].includes(mode))
    return invalid("response_mode must be query or form_post");
  const challenge = single(query, "code_challenge");
  if (challenge === null) return invalid("missing required parameter: code_challenge");
  // Without a method, RFC 7636 implies `plain`, which does not protect against readers of the request.
  if (single(query, "code_challenge_method") !== "S256")
    return invalid("code_challenge_method must be S256");
  if (!CHALLENGE.test(challenge))
    return invalid("code_challenge must be the base64url form of a SHA-256 hash");
  const organization = single(query, "organization_id");
  if (organization !== null && !uuid.safeParse(organization).success)
    return invalid("organization_id is not an id");
  const jkt = single(query, "dpop_jkt");
  if (jkt !== null && !CHALLENGE.test(jkt))
    return invalid("dpop_jkt must be the base64url form of a SHA-256 thumbprint");
  const display = single(query, "display");
  if (display !== null && !displays.some((one) => one === display))
    return invalid(`display must be ${displays.join(", ")}`);
  return null;
}

/** Error for the first unrecognised parameter of an authorization request, or null when there is none. */
export function unrecognisedIn(query: URLSearchParams): string | null {
  const name = [...query.keys()].find((one) => !recognised.has(one));
  return name === undefined ? null : describeUnrecognised(query, name);
}

function describeUnrecognised(query: URLSearchParams, name: string): string {
  return unrecognised(name, query.get(name) ?? "", recognised);
}

/** Error for the requested scope, or null: it contains one that the client is not allowed, or no known
 *  one. An unknown scope beside others is ignored (OpenID Connect Core §3.1.2.1); the token response
 *  lists the granted scopes. */
export function scopeProblem(
  scope: string,
  client: Pick<OidcClient, "appId" | "allowedScopes">,
): AuthorizeProblem | null {
  const invalid = (description: string) => ({ error: "invalid_scope", description });
  const requested = new Set<string>(scope.split(" "));
  const allowed = accessScopesOf(client);
  const refused = accessScopes.filter((one) => requested.has(one) && !allowed.includes(one));
  if (refused.length > 0)
    return invalid(
      `scope ${refused.join(" ")} is not allowed for this client: its settings in the dashboard allow it`,
    );
  const known = [...identityScopes, ...allowed];
  if (known.some((one) => requested.has(one))) return null;
  return invalid(`scope names none that is known here: ${known.join(", ")}`);
}
