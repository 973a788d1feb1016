/** The bearer token of a request (RFC 6750 §2.1), or null when there is none or the header is no bearer's. */
export function bearerOf(request: Request): string | null {
  return tokenOf(request, /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i);
}

/** The same for a token that may also be bound to a key of its holder's, whose scheme is DPoP (RFC 9449 §7.1). */
export function presentedTokenOf(request: Request): string | null {
  return tokenOf(request, /^(?:Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*)$/i);
}

function tokenOf(request: Request, form: RegExp): string | null {
  const header = request.headers.get("authorization");
  const match = header === null ? null : form.exec(header.trim());
  return match?.[1] ?? null;
}
