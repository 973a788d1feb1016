/** The scopes of a token as they were asked for. */
export type GrantedScope =
  | { scope: string }
  /** What was asked for and is not held. */
  | { notHeld: string[] };

/** The scopes of a machine token, space-separated: all that the client holds when none is asked for, or exactly the
 *  ones asked for. If one of them is not held, nothing is granted (contract, OAuth). */
export function grantedScope(requested: string | null, held: readonly string[]): GrantedScope {
  const wanted = [...new Set((requested ?? "").split(" ").filter(Boolean))];
  if (wanted.length === 0) return { scope: held.join(" ") };
  const notHeld = wanted.filter((scope) => !held.includes(scope));
  return notHeld.length > 0 ? { notHeld } : { scope: wanted.join(" ") };
}
