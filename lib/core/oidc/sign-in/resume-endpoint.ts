import { type CookieReader, cookiesOf, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { expiredPage } from "@/lib/core/oidc/pages/error-page";
import { readAccount } from "@/lib/core/oidc/provider/account-store";
import type { InteractionResult } from "@/lib/core/oidc/provider/interaction-result";
import { MAY_NOT_SIGN_IN } from "@/lib/core/oidc/provider/may-not-sign-in";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import { RESUME_COOKIE } from "@/lib/core/oidc/provider/provider-configuration";
import type { ProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import {
  endHostedSession,
  type HostedSession,
  prepareBrowserSession,
} from "@/lib/core/oidc/session/hosted-session";
import { forgetInteraction } from "@/lib/core/oidc/sign-in/interaction-cookies";
import { readStoredInteraction } from "@/lib/core/oidc/sign-in/stored-interaction";
import { deletePayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** `GET /oauth/authorize/{uid}`: continues an authorization after a person signed in or consented, in the
 *  browser that started it. For any other browser, nothing is looked up or changed: an attacker can send this
 *  address as a link, and it would end or replace the session of the person who follows it.
 *  @throws ServiceError `rate_limited` */
export async function serveResume(request: Request, context: RequestContext): Promise<Response> {
  await admitAnonymous(context);
  const uid = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const cookies = cookiesOf(request);
  const found = await readStoredInteraction(uid, cookies);
  if (!found) return expiredPage(request);
  const { scope, stored, client } = found;
  const { absoluteSeconds, session } = await prepareBrowserSession(cookies, scope);
  const { result } = stored;
  const settled = result?.login
    ? await settle({ scope, result, login: result.login, session, cookies, context })
    : result;
  const { session: initialSession, ...unbound } = stored;
  // A consent belongs to the session of its prompt. A sign-in continues in the current session: a sign-in in
  // another tab may have replaced the one in which it started.
  const isRebound = initialSession !== undefined && stored.prompt.name === "login";
  const interaction = {
    ...(isRebound ? unbound : stored),
    ...(settled && { result: settled }),
  };
  const trustedDeviceId = result?.trustedDeviceId ?? null;
  const known: ProviderRequest = {
    ...{ scope, context, client, absoluteSeconds },
    ...{ trustedDeviceId, interaction },
  };
  return forgetInteraction(await passToProvider(resuming(request, uid), known), known, uid);
}

interface CompletedSignIn {
  scope: TenantScope;
  result: InteractionResult;
  login: NonNullable<InteractionResult["login"]>;
  /** The session that this browser had before. */
  session: HostedSession | null;
  cookies: CookieReader;
  context: RequestContext;
}

/** Applies a completed sign-in to this browser. A user who was suspended or deleted since the password is
 *  refused, and the current user stays signed in. If the browser was signed in already, for example in
 *  another tab, the same user stays in that session; another user replaces them, and the first session ends.
 *  @returns result for the provider */
async function settle(completed: CompletedSignIn): Promise<InteractionResult> {
  const { scope, result, login, session, cookies, context } = completed;
  if (!(await readAccount(scope, login.accountId))) return { ...MAY_NOT_SIGN_IN };
  if (!session) return result;
  if (login.accountId === session.userId) {
    const { login: _, ...rest } = result;
    return { ...rest, continueAs: login.accountId };
  }
  await endHostedSession(scope, session, context, "replaced");
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (cookie) await inTransaction(scope, (db) => deletePayload(db, "Session", cookie));
  return result;
}

/** Request with the cookie by which the provider finds the interaction. */
function resuming(request: Request, uid: string): Request {
  const headers = new Headers(request.headers);
  headers.set("cookie", `${RESUME_COOKIE}=${uid}; ${request.headers.get("cookie") ?? ""}`);
  return new Request(request.url, { headers });
}
