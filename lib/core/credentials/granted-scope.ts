/** Scopes granted to a token request, or why none are. */
export type GrantedScope =
  | { scope: string }
  /** Requested scopes that the client does not hold. */
  | { notHeld: string[] };

/** Returns the scopes of a machine token, space-separated: all that the client holds when none is
 *  requested, or exactly the requested ones. If one of them is not held, nothing is granted (contract,
 *  OAuth). */
export function grantedScope(requested: string | null, held: readonly string[]): GrantedScope {
  const scopes = [...new Set((requested ?? "").split(" ").filter(Boolean))];
  if (scopes.length === 0) return { scope: held.join(" ") };
  const notHeld = scopes.filter((scope) => !held.includes(scope));
  return notHeld.length > 0 ? { notHeld } : { scope: scopes.join(" ") };
}
