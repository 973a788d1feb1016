import {
  cookiePairs,
  forgetSignIn,
  interactionCookieBase,
  interactionCookieName,
} from "@/lib/core/oidc/http/cookies";
import { RESUME_COOKIE } from "@/lib/core/oidc/provider/provider-configuration";
import type { ProviderRequest } from "@/lib/core/oidc/provider/provider-request";

/** Uids of the interactions that a browser started, the latest first, at most five. */
export function startedInteractions(request: Request): string[] {
  const prefix = `${interactionCookieBase()}_`;
  return cookiePairs(request)
    .flatMap(([name]) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
    .reverse()
    .slice(0, 5);
}

/** Stores each interaction in a cookie with a name of its own. The provider knows only one name, so a second
 *  tab would replace the first tab's. */
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

/** Like `namedInteractionCookies`, for an interaction that is over: the browser deletes all its cookies. */
export function forgetInteraction(
  response: Response,
  known: ProviderRequest,
  uid: string,
): Response {
  const answer = namedInteractionCookies(response, known);
  for (const cookie of forgetSignIn(uid)) answer.headers.append("set-cookie", cookie);
  return answer;
}
