import {
  cookiePairs,
  forgetSignIn,
  interactionCookieBase,
  interactionCookieName,
} from "@/lib/core/oidc/http/cookies";
import { RESUME_COOKIE } from "@/lib/core/oidc/provider/provider-configuration";
import type { ProviderRequest } from "@/lib/core/oidc/provider/provider-request";

/** The uids of the interactions that a browser began, the latest first, at most five. */
export function interactionsBegunIn(request: Request): string[] {
  const prefix = `${interactionCookieBase()}_`;
  return cookiePairs(request)
    .flatMap(([name]) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
    .reverse()
    .slice(0, 5);
}

/** Gives each interaction a cookie of its own name, which keeps it. The provider knows one name only, so a second tab
 *  would replace the first tab's. */
export function namedInteractionCookies(
  response: Response,
  { sealedInteraction }: ProviderRequest,
): Response {
  const prefix = `${interactionCookieBase()}=`;
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  for (const cookie of response.headers.getSetCookie()) {
    if (cookie.startsWith(`${RESUME_COOKIE}=`)) continue;
    headers.append("set-cookie", cookie.startsWith(prefix) ? named(cookie) : cookie);
  }
  return new Response(response.body, { status: response.status, headers });

  function named(cookie: string): string {
    const [uid = "", ...attributes] = cookie.slice(prefix.length).split(";");
    return [`${interactionCookieName(uid)}=${sealedInteraction ?? uid}`, ...attributes].join(";");
  }
}

/** The same for an interaction that is over: the browser forgets all that it kept of it. */
export function forgottenInteraction(
  response: Response,
  known: ProviderRequest,
  uid: string,
): Response {
  const answer = namedInteractionCookies(response, known);
  for (const cookie of forgetSignIn(uid)) answer.headers.append("set-cookie", cookie);
  return answer;
}
