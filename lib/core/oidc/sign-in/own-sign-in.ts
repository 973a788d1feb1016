import { randomBytes } from "node:crypto";
import { headersWithoutBody } from "@/lib/core/http/copied-headers";
import type { CompletedLogin } from "@/lib/core/login/completed-login";
import { type NamedPlace, ownClient, ownClientId } from "@/lib/core/oidc/applications/own-client";
import { type CookieReader, cookiesOf, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import type { ProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { prepareBrowserSession } from "@/lib/core/oidc/session/hosted-session";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { namedInteractionCookies } from "@/lib/core/oidc/sign-in/interaction-cookies";
import { readStoredInteraction } from "@/lib/core/oidc/sign-in/stored-interaction";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";

interface OwnSignIn {
  scope: TenantScope;
  place: NamedPlace;
  /** Path of ours, with its query, where the sign-in ends. */
  returnTo: string;
  context: RequestContext;
  /** Preferred languages of the person, as space-separated tags. */
  uiLocales?: string;
}

/** Starts a sign-in to our own pages, through the same authorization as any relying party's: the same rate
 *  limits, codes, and sessions with their ends. The returned code is useless: its challenge is random and has
 *  no known verifier, and the token endpoint accepts no such client.
 *  @param cookies the browser's; a person who is signed in already is redirected at once
 *  @returns a redirect, with the cookies of the sign-in */
export async function beginOwnSignIn(
  { scope, place, returnTo, context, uiLocales }: OwnSignIn,
  cookies: CookieReader,
): Promise<Response> {
  const redirectUri = `${config().baseUrl}${returnTo}`;
  const client = ownClient(ownClientId(place), redirectUri);
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: randomBytes(32).toString("base64url"),
    code_challenge_method: "S256",
    ...(uiLocales ? { ui_locales: uiLocales } : {}),
  });
  const { absoluteSeconds } = await prepareBrowserSession(cookies, scope);
  const session = sessionCookieName(scope.environmentId);
  const cookie = cookies(session);
  const request = new Request(`${config().baseUrl}/oauth/authorize?${query}`, {
    headers: cookie ? { cookie: `${session}=${cookie}` } : {},
  });
  const known: ProviderRequest = { scope, context, absoluteSeconds, client };
  return namedInteractionCookies(await passToProvider(request, known), known);
}

/** Starts a sign-in with another account. The current user stays signed in until it is completed. */
export async function beginSignInAsAnother(signIn: OwnSignIn): Promise<Response> {
  const response = await beginOwnSignIn(signIn, () => undefined);
  return withoutCookie(response, sessionCookieName(signIn.scope.environmentId));
}

/** Signs in a person who authenticated by a link from an email, without a waiting sign-in. They replace the
 *  user who is signed in to this browser when the sign-in continues.
 *  @returns where to continue, and the answer whose cookies the browser needs for it */
export async function admitToOwnPages(
  signIn: OwnSignIn,
  login: CompletedLogin,
): Promise<{ to: string; response: Response } | null> {
  // Without cookies a new interaction starts, even if a user is signed in to this browser, who stays signed
  // in until the new sign-in replaces theirs.
  const response = await beginSignInAsAnother(signIn);
  const location = new URL(response.headers.get("location") ?? "", config().baseUrl);
  const uid = location.searchParams.get("interaction");
  const waiting = uid && (await readStoredInteraction(uid, cookiesSetBy(response)));
  const to = waiting && (await completeLogin(waiting, login, signIn.context));
  return to ? { to, response } : null;
}

/** Reads the cookies that an answer sets. */
function cookiesSetBy(response: Response): CookieReader {
  const pairs = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return cookiesOf(new Request(config().baseUrl, { headers: { cookie: pairs.join("; ") } }));
}

function withoutCookie(response: Response, name: string): Response {
  const headers = headersWithoutBody(response);
  headers.delete("set-cookie");
  for (const cookie of response.headers.getSetCookie())
    if (!cookie.startsWith(`${name}=`)) headers.append("set-cookie", cookie);
  return new Response(null, { status: response.status, headers });
}
