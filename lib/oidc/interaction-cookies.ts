import {
  type CookieReader,
  forgetCookieHeader,
  interactionCookieBase,
  interactionCookieName,
} from "@/lib/oidc/cookies";

const UID = /^[A-Za-z0-9_-]{16,64}$/;

/** Whether an interaction was begun in the browser that sent these cookies. An address that names an interaction
 *  is no secret and can be sent to anybody; nothing may happen to a browser, or be shown in it, for the sake of
 *  one that it does not hold. */
export function holdsInteraction(cookies: CookieReader, uid: string): boolean {
  return UID.test(uid) && cookies(interactionCookieName(uid)) === uid;
}

/** Gives each interaction a cookie of its own name. The provider knows one name only, and a second tab would
 *  take it from the first. */
export function namedInteractionCookies(response: Response): Response {
  const prefix = `${interactionCookieBase()}=`;
  return withCookies(response, (cookie) => {
    if (!cookie.startsWith(prefix)) return cookie;
    const uid = cookie.slice(prefix.length).split(";")[0] ?? "";
    return interactionCookieName(uid) + cookie.slice(prefix.length - 1);
  });
}

/** The same once an interaction is over: its cookie goes. */
export function forgottenInteractionCookie(response: Response, uid: string): Response {
  const named = namedInteractionCookies(response);
  named.headers.append("set-cookie", forgetCookieHeader(interactionCookieName(uid)));
  return named;
}

function withCookies(response: Response, change: (cookie: string) => string): Response {
  const headers = new Headers(response.headers);
  const cookies = response.headers.getSetCookie();
  headers.delete("set-cookie");
  for (const cookie of cookies) headers.append("set-cookie", change(cookie));
  return new Response(response.body, { status: response.status, headers });
}
