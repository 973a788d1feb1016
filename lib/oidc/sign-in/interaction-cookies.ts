import {
  type CookieReader,
  forgetCookieHeader,
  interactionCookieBase,
  interactionCookieName,
} from "@/lib/oidc/http/cookies";

const UID = /^[A-Za-z0-9_-]{16,64}$/;

/** Whether the browser that sent these cookies began an interaction. Anybody can be sent an address that names one, so
 *  nothing may happen to a browser, or be shown in it, for an interaction that it does not hold. */
export function holdsInteraction(cookies: CookieReader, uid: string): boolean {
  return UID.test(uid) && cookies(interactionCookieName(uid)) === uid;
}

/** The uids of the interactions that a browser began, the latest first, at most five. Browsers send the youngest cookie
 *  last. */
export function interactionsBegunIn(request: Request): string[] {
  const prefix = `${interactionCookieBase()}_`;
  return (request.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(pair.indexOf("=") + 1))
    .reverse()
    .slice(0, 5);
}

/** Gives each interaction a cookie of its own name. The provider knows one name only, so a second tab
 *  would replace the first tab's. */
export function namedInteractionCookies(response: Response): Response {
  const prefix = `${interactionCookieBase()}=`;
  return withCookies(response, (cookie) => {
    if (!cookie.startsWith(prefix)) return cookie;
    const uid = cookie.slice(prefix.length).split(";")[0] ?? "";
    return interactionCookieName(uid) + cookie.slice(prefix.length - 1);
  });
}

/** The same for an interaction that is over: the browser forgets its cookie. */
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
