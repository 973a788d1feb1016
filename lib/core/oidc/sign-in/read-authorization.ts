import { single } from "@/lib/core/oidc/http/form";
import { REQUIRED_USER } from "@/lib/core/oidc/provider/interaction-policy";
import {
  type AuthorizeProblem,
  authorizeProblem,
  scopeProblem,
} from "@/lib/core/oidc/sign-in/authorize-request";
import { requiredUser } from "@/lib/core/oidc/sign-in/meant-user";
import { readClaims } from "@/lib/core/oidc/sign-in/requested-claims";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";

/** Parameters that the provider gets in another form, or not at all. There is one page for every `display`,
 *  one text for every language of `claims_locales`, and no `acr`: these three change nothing. */
const readHere = ["display", "claims_locales", "acr_values", "id_token_hint", "claims"];

/** Reads an authorization request whose client and redirect URI are valid.
 *  @returns the parameters in the provider's format, or their error
 *  @throws ServiceError when the keys of ID tokens can't be read at the moment */
export async function readAuthorization(
  query: URLSearchParams,
  client: OidcClient,
): Promise<{ query: URLSearchParams } | AuthorizeProblem> {
  const scope = query.get("scope") ?? "openid";
  const problem = authorizeProblem(query) ?? scopeProblem(scope, client);
  if (problem) return problem;
  const claims = readClaims(single(query, "claims"));
  if ("error" in claims) return claims;
  const meant = await requiredUser(client.clientId, single(query, "id_token_hint"), claims.subject);
  if ("error" in meant) return meant;
  const read = [...query].filter(([name]) => name !== "scope" && !readHere.includes(name));
  read.push(["scope", scope]);
  if (claims.parameter !== undefined) read.push(["claims", claims.parameter]);
  if (meant.userId !== null) read.push([REQUIRED_USER, meant.userId]);
  return { query: new URLSearchParams(read) };
}
