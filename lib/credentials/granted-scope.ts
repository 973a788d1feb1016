/** The scopes of a machine token, space-separated: all that the client holds when none is asked for, or exactly the
 *  ones asked for. If one of them is not held, nothing is granted (contract, OAuth).
 *  @returns null when a scope is asked for that the client does not hold */
export function grantedScope(requested: string | null, held: readonly string[]): string | null {
  const wanted = [...new Set((requested ?? "").split(" ").filter(Boolean))];
  if (wanted.length === 0) return held.join(" ");
  return wanted.every((scope) => held.includes(scope)) ? wanted.join(" ") : null;
}
