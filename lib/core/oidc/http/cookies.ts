import { LOCALE_COOKIE, type Locale } from "@/i18n/locales";
import { config } from "@/lib/kernel/config/config";

/** Reads one cookie of a request, on any host. */
export type CookieReader = (name: string) => string | undefined;

function isSecure(): boolean {
  return config().baseUrl.startsWith("https://");
}

/** Name of a cookie of ours. With `__Host-` the browser refuses it from any other host or without TLS. */
export function hostOnly(name: string): string {
  return isSecure() ? `__Host-${name}` : name;
}

/** Name of the cookie of a browser's session. It contains the environment, so that a browser can be signed in
 *  to two tenants at once and neither sees the other. */
export function sessionCookieName(environmentId: string): string {
  return hostOnly(`atrium_session_${environmentId}`);
}

/** Name of the provider's interaction cookie. We give each interaction a name of its own. */
export function interactionCookieBase(): string {
  return hostOnly("atrium_interaction");
}

/** Name of the cookie of an interaction, in the browser that started it. Each interaction has its own, so
 *  that two tabs don't overwrite each other's. */
export function interactionCookieName(uid: string): string {
  return `${interactionCookieBase()}_${uid}`;
}

/** Dialogues whose state a sign-in's pages store in the browser, each in a cookie of its own. */
export const signInDialogues = ["pending", "enrolment", "offer", "recovery"] as const;

/** Path of those pages. */
export const SIGN_IN_PAGES = "/login";

/** Name of the cookie of a dialogue of several pages, in a sign-in or elsewhere. */
export function dialogueCookieName(dialogue: string, uid: string): string {
  return `atrium_${dialogue}_${uid}`;
}

/** `Set-Cookie` headers that make a browser delete the cookies of a sign-in. */
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

/** Name of the cookie with the token of a trusted device, per environment. */
export function trustedDeviceCookieName(environmentId: string): string {
  return hostOnly(`atrium_device_${environmentId}`);
}

/** `Set-Cookie` header for a new trusted device or a rotated token.
 *  @param at start of the cookie's lifetime */
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

/** `Set-Cookie` header of a cookie of the hosted pages (RFC 6265 §4.1).
 *  @param maxAge seconds; 0 makes the browser delete it */
export function cookieHeader(cookie: {
  name: string;
  value: string;
  path: string;
  maxAge: number;
}): string {
  const { name, value, path, maxAge } = cookie;
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
}

/** `Set-Cookie` header that stores the chosen language for a year. */
export function localeCookie(locale: Locale): string {
  const year = 365 * 24 * 60 * 60;
  return cookieHeader({ name: LOCALE_COOKIE, value: locale, path: "/", maxAge: year });
}

/** `Set-Cookie` header that makes a browser delete a cookie. */
export function forgetCookieHeader(name: string): string {
  return cookieHeader({ name, value: "", path: "/", maxAge: 0 });
}

/** Returns a reader of the cookies in a request's header. */
export function cookiesOf(request: Request): CookieReader {
  const cookies = new Map(cookiePairs(request));
  return (name) => cookies.get(name);
}

/** Names and values of a request's cookies in their order: browsers send the newest last among those with the
 *  same path (RFC 6265 §5.4). */
export function cookiePairs(request: Request): (readonly [string, string])[] {
  return (request.headers.get("cookie") ?? "").split(";").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
}
