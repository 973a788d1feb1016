import { config } from "@/lib/config/config";

/** Reads one cookie of a request; whatever host serves the request can provide it. */
export type CookieReader = (name: string) => string | undefined;

/** What to send with a cookie that the hosted pages set. */
export interface HostedCookie {
  name: string;
  value: string;
  options: { httpOnly: true; sameSite: "lax"; secure: boolean; path: "/"; maxAge: number };
}

function secure(): boolean {
  return config().baseUrl.startsWith("https://");
}

// `__Host-` makes the browser refuse the name from any other host or without TLS.
function hostOnly(name: string): string {
  return secure() ? `__Host-${name}` : name;
}

/** The cookie of a browser's sign-in. It is named for the environment, so that a browser can be signed in to
 *  two tenants at once and neither sees the other. */
export function sessionCookieName(environmentId: string): string {
  return hostOnly(`atrium_session_${environmentId}`);
}

/** The name under which the provider sets the interaction cookie, before it is made one per interaction. */
export function interactionCookieBase(): string {
  return hostOnly("atrium_interaction");
}

/** The cookie that ties an interaction to the browser which began it. One each, so that two tabs don't
 *  take it from one another. */
export function interactionCookieName(uid: string): string {
  return `${interactionCookieBase()}_${uid}`;
}

/** The cookie that keeps the token of a trusted device, per environment. */
export function trustedDeviceCookieName(environmentId: string): string {
  return hostOnly(`atrium_device_${environmentId}`);
}

/** The cookie to set when a browser became a trusted device or its token was rotated.
 *  @param at the moment from which it counts */
export function trustedDeviceCookie(
  environmentId: string,
  device: { token: string; expiresAt: Date },
  at: Date,
): HostedCookie {
  return {
    name: trustedDeviceCookieName(environmentId),
    value: device.token,
    options: {
      httpOnly: true,
      sameSite: "lax",
      secure: secure(),
      path: "/",
      maxAge: Math.max(0, Math.floor((device.expiresAt.getTime() - at.getTime()) / 1000)),
    },
  };
}

/** A cookie as the `Set-Cookie` header spells it (RFC 6265 §4.1). */
export function setCookieHeader({ name, value, options }: HostedCookie): string {
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.maxAge}; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
}

/** The `Set-Cookie` header that makes a browser forget a cookie. */
export function forgetCookieHeader(name: string): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure() ? "; Secure" : ""}`;
}

/** Reads cookies from a request's header. */
export function cookiesOf(request: Request): CookieReader {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  const cookies = new Map(pairs);
  return (name) => cookies.get(name);
}
