import { nearest } from "@/lib/core/http/nearest";
import { printable } from "@/lib/core/oidc/http/form";
import { refusedGrant } from "@/lib/core/oidc/token/grant";

/** Most scopes that a refusal names. */
const NAMED = 10;

/** Refusal of a token request that names each scope that can't be granted, and its correct spelling if a
 *  known one is similar.
 *  @param owner owner of the allowed scopes, for the text ("the credential's")
 *  @param known public names of scopes, of any owner */
export function refusedScope(
  scopes: readonly string[],
  owner: string,
  known: readonly string[],
): Response {
  const named = scopes.slice(0, NAMED);
  const meant = named.flatMap((scope) =>
    known.includes(scope) ? [] : (nearest(scope, known) ?? []),
  );
  const more = scopes.length > NAMED ? ` and ${scopes.length - NAMED} more` : "";
  const hint = meant.length > 0 ? ` (did you mean ${meant.join(", ")}?)` : "";
  const description = `scope ${named.map(printable).join(", ")}${more} is not one of ${owner}${hint}`;
  return refusedGrant("invalid_scope", description);
}
