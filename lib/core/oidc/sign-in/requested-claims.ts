import { z } from "zod";
import { claimsOfIdentity } from "@/lib/core/oidc/provider/scopes-and-claims";
import type { AuthorizeProblem } from "@/lib/core/oidc/sign-in/authorize-request";

/** One requested claim: without a condition, or with a required value (OpenID Connect Core §5.5.1). */
const Wish = z.union([
  z.null(),
  z.looseObject({
    essential: z.boolean().optional(),
    value: z.unknown().optional(),
    values: z.array(z.unknown()).optional(),
  }),
]);
const Wishes = z.record(z.string(), Wish);
const Requested = z.looseObject({ id_token: Wishes.optional(), userinfo: Wishes.optional() });

/** The `claims` parameter, as far as this service supports it. */
export interface RequestedClaims {
  /** The parameter for the provider: claims that the identity scopes include. Undefined when none is left. */
  parameter: string | undefined;
  /** The required user, when `sub` is requested with a value. */
  subject: string | null;
}

const nothing: RequestedClaims = { parameter: undefined, subject: null };

/** Reads the `claims` parameter (OpenID Connect Core §5.5). Unknown claims, and claims of the scopes
 *  `organizations` and `permissions`, which are allowed by scope alone, are ignored: a requested claim
 *  is optional. Exceptions are refused: an essential `acr`, because there is no `acr`, and a `sub`
 *  whose value is no text. */
export function readClaims(parameter: string | null): RequestedClaims | AuthorizeProblem {
  if (parameter === null) return nothing;
  const requested = Requested.safeParse(parsed(parameter));
  if (!requested.success)
    return invalid("claims must be a JSON object with id_token or userinfo, each an object");
  const { id_token: idToken = {}, userinfo = {} } = requested.data;
  if ([idToken.acr, userinfo.acr].some((wish) => wish?.essential === true))
    return invalid("claims: acr can not be essential, because this service has no acr");
  const subjects = new Set([idToken, userinfo].flatMap(({ sub }) => requiredValues(sub)));
  const [subject = null] = subjects;
  if (subjects.size > 1 || (subject !== null && typeof subject !== "string"))
    return invalid("claims: sub can name one user");
  const supported = { id_token: supportedClaims(idToken), userinfo: supportedClaims(userinfo) };
  const isEmpty = Object.values(supported).every((claims) => Object.keys(claims).length === 0);
  return { parameter: isEmpty ? undefined : JSON.stringify(supported), subject };
}

function parsed(parameter: string): unknown {
  try {
    return JSON.parse(parameter);
  } catch {
    return undefined;
  }
}

function requiredValues(wish: z.infer<typeof Wish> | undefined): unknown[] {
  if (wish?.value !== undefined) return [wish.value];
  return wish?.values ?? [];
}

function supportedClaims(wishes: z.infer<typeof Wishes>): Record<string, null> {
  const allowed = claimsOfIdentity();
  const names = Object.keys(wishes).filter((name) => allowed.has(name));
  return Object.fromEntries(names.map((name) => [name, null]));
}

const invalid = (description: string): AuthorizeProblem => ({
  error: "invalid_request",
  description,
});
