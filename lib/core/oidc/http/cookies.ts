import { LOCALE_COOKIE, type Locale } from "@/i18n/locales";
import { config } from "@/lib/kernel/config/config";

/** Reads one cookie of a request. Any host can provide one. */
export type CookieReader = (name: string) => string | undefined;

function secure(): boolean {
  return config().baseUrl.startsWith("https://");
}

/** The name of a cookie of ours. `__Host-` makes the browser refuse it from any other host or without TLS. */
export function hostOnly(name: string): string {
  return secure() ? `__Host-${name}` : name;
}

/** The cookie of a browser's sign-in. It is named for the environment, so that a browser can be signed in to
 *  two tenants at once and neither sees the other. */
export function sessionCookieName(environmentId: string): string {
  return hostOnly(`atrium_session_${environmentId}`);
}

/** The name under which the provider sets its interaction cookie. We give each interaction a name of its own. */
export function interactionCookieBase(): string {
  return hostOnly("atrium_interaction");
}

/** The cookie of an interaction in the browser which began it. Each interaction has its own, so that two tabs don't
 *  replace each other's. */
export function interactionCookieName(uid: string): string {
  return `${interactionCookieBase()}_${uid}`;
}

/** What the pages of one sign-in keep in its browser, each in a cookie of its own. */
export const signInDialogues = ["pending", "enrolment", "offer", "recovery"] as const;

/** Where those pages are. */
export const SIGN_IN_PAGES = "/login";

/** The cookie of a dialogue of several pages, of a sign-in or of another one. */
export function dialogueCookieName(dialogue: string, uid: string): string {
  return `atrium_${dialogue}_${uid}`;
}

/** The `Set-Cookie` headers that make a browser forget a sign-in. */
export function forgetSignIn(uid: string): string[] {
  return [
    forgetCookieHeader(interactionCookieName(uid)),
    ...signInDialogues.map((dialogue) =>
      cookieHeader({
        name: dialogueCookieName(dialogue, uid),
        value: "",
        path: SIGN_IN_PAGES,
        maxAge: 0,
      }),
    ),
  ];
}

/** The cookie that keeps the token of a trusted device, per environment. */
export function trustedDeviceCookieName(environmentId: string): string {
  return hostOnly(`atrium_device_${environmentId}`);
}

/** The `Set-Cookie` header for when a browser became a trusted device or its token was rotated.
 *  @param at the moment from which it counts */
export function trustedDeviceCookie(
  environmentId: string,
  device: { token: string; expiresAt: Date },
  at: Date,
): string {
  return cookieHeader({
    name: trustedDeviceCookieName(environmentId),
    value: device.token,
    path: "/",
    maxAge: Math.max(0, Math.floor((device.expiresAt.getTime() - at.getTime()) / 1000)),
  });
}

/** A cookie that the hosted pages set, as the `Set-Cookie` header spells it (RFC 6265 §4.1).
 *  @param maxAge seconds; 0 makes the browser forget it */
export function cookieHeader(cookie: {
  name: string;
  value: string;
  path: string;
  maxAge: number;
}): string {
  const { name, value, path, maxAge } = cookie;
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure() ? "; Secure" : ""}`;
}

/** The `Set-Cookie` header that keeps the language somebody chose, for a year. */
export function localeCookie(locale: Locale): string {
  const year = 365 * 24 * 60 * 60;
  return cookieHeader({ name: LOCALE_COOKIE, value: locale, path: "/", maxAge: year });
}

/** The `Set-Cookie` header that makes a browser forget a cookie. */
export function forgetCookieHeader(name: string): string {
  return cookieHeader({ name, value: "", path: "/", maxAge: 0 });
}

/** Reads cookies from a request's header. */
export function cookiesOf(request: Request): CookieReader {
  const cookies = new Map(cookiePairs(request));
  return (name) => cookies.get(name);
}

/** Names and values of a request's cookies, in the order in which they came: browsers send the youngest last, of those
 *  that have the same path (RFC 6265 §5.4). */
export function cookiePairs(request: Request): (readonly [string, string])[] {
  return (request.headers.get("cookie") ?? "").split(";").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
}
