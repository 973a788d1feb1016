/** Returns the value of a cookie of a request. Null where two have one name: an attacker planted one of
 *  them. */
export function cookieOf(headers: Headers, name: string): string | null {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const found = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? (found[0]?.slice(name.length + 1) ?? null) : null;
}

/** Makes a `Set-Cookie` line. Scripts can't read the cookie, and forms of other sites don't send it.
 *  @param maxAge seconds; 0 deletes it; undefined ends it with the browser */
export function cookieLine(
  name: string,
  value: string,
  { secure, maxAge }: { secure: boolean; maxAge?: number | undefined },
): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${Math.floor(maxAge)}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}${age}`;
}

/** Returns the name of a cookie. Over https no sibling domain can plant a cookie with it (RFC 6265bis,
 *  `__Host-`). */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
