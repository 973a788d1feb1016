import { oauthErrorResponse } from "@/lib/oidc/render-error";

/** The scopes of a machine token, space-separated: all that the credential holds when none is asked for, or
 *  exactly the ones asked for. One outside of them is no partial grant but none (contract, OAuth).
 *  @returns null when a scope was asked for that the credential does not hold */
export function decideMachineScope(
  requested: string | null,
  held: readonly string[],
): string | null {
  const wanted = [...new Set((requested ?? "").split(" ").filter(Boolean))];
  if (wanted.length === 0) return held.join(" ");
  return wanted.every((scope) => held.includes(scope)) ? wanted.join(" ") : null;
}

/** The answer where `decideMachineScope` grants nothing. */
export function scopeNotHeld(): Response {
  return oauthErrorResponse({
    status: 400,
    error: "invalid_scope",
    description: "a requested scope is not one of the credential's",
  });
}
