/** Returns the bearer token of a request (RFC 6750 §2.1), or null for none or another scheme. */
export function bearerOf(request: Request): string | null {
  return tokenOf(request, /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i);
}

/** Like `bearerOf`, also for a token that is bound to its holder's key, with the scheme DPoP (RFC 9449
 *  §7.1). */
export function presentedTokenOf(request: Request): string | null {
  return tokenOf(request, /^(?:Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*)$/i);
}

function tokenOf(request: Request, form: RegExp): string | null {
  const header = request.headers.get("authorization");
  const match = header === null ? null : form.exec(header.trim());
  return match?.[1] ?? null;
}
