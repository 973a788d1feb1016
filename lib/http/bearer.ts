/** The bearer token of a request (RFC 6750 §2.1), or null when there is none or the header is no bearer's. */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  const match = header === null ? null : /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header.trim());
  return match?.[1] ?? null;
}
