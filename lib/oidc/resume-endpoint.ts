import type { RequestContext, TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { readAccount } from "@/lib/oidc/account-store";
import { type CookieReader, cookiesOf, sessionCookieName } from "@/lib/oidc/cookies";
import { expiredPage } from "@/lib/oidc/error-page";
import type { OidcExchange } from "@/lib/oidc/exchange";
import { endHostedSession, prepareBrowserSession } from "@/lib/oidc/hosted-session";
import type { HostedSession } from "@/lib/oidc/hosted-session-store";
import { forgottenInteractionCookie, holdsInteraction } from "@/lib/oidc/interaction-cookies";
import type { InteractionResult } from "@/lib/oidc/interaction-result";
import { clientOfInteraction } from "@/lib/oidc/own-client";
import { admitAnonymous } from "@/lib/oidc/request-brakes";
import { passToProvider } from "@/lib/oidc/serve";
import {
  deletePayload,
  findPayload,
  type PayloadContent,
  resolvePayload,
  upsertPayload,
} from "@/lib/oidc-payloads/oidc-payload-store";

/** `GET /oauth/authorize/{uid}`: goes on with an authorization after a person signed in or consented, in the
 *  browser that began it. In any other, nothing is looked up or changed: the address is a link that anybody can
 *  send, and it would end or replace the session of whoever follows it.
 *  @throws ServiceError `rate_limited` */
export async function serveResume(request: Request, context: RequestContext): Promise<Response> {
  await admitAnonymous(context);
  const uid = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const cookies = cookiesOf(request);
  if (!holdsInteraction(cookies, uid)) return expiredPage(request);
  const scope = await resolvePayload("Interaction", uid);
  const stored = scope && (await inTenant(scope, (t) => findPayload(t, "Interaction", uid)));
  const params = stored?.content.params as
    | { client_id?: string; redirect_uri?: string }
    | undefined;
  const client = scope && params ? await clientOfInteraction(scope, params) : null;
  if (!scope || !stored || !client) return expiredPage(request);
  const { absoluteSeconds, session } = await prepareBrowserSession(cookies, scope);
  const { content } = stored;
  const result = content.result as InteractionResult | undefined;
  const settled = result?.login
    ? await settle({ scope, result, login: result.login, session, cookies, context })
    : result;
  const { session: begunAs, ...unbound } = content;
  // A consent is that of the session it was asked in. A sign-in goes on in whichever session there is by now: the
  // one it was begun in may have been replaced in another tab.
  const rebound = begunAs !== undefined && isSignIn(content);
  if (rebound || settled !== result)
    await replace(scope, uid, { ...(rebound ? unbound : content), result: settled });
  const exchange: OidcExchange = {
    scope,
    context,
    client,
    absoluteSeconds,
    trustedDeviceId: result?.trustedDeviceId ?? null,
  };
  return forgottenInteractionCookie(await passToProvider(request, exchange), uid);
}

const isSignIn = ({ prompt }: PayloadContent) => (prompt as { name: string }).name === "login";

interface CompletedSignIn {
  scope: TenantScope;
  result: InteractionResult;
  login: NonNullable<InteractionResult["login"]>;
  /** The sign-in that this browser had before. */
  session: HostedSession | null;
  cookies: CookieReader;
  context: RequestContext;
}

/** Decides what a completed sign-in means for this browser. Who was suspended or deleted since the password is
 *  refused, and whoever is signed in here stays so. Where the browser was signed in already, in another tab say,
 *  the same user stays in the session that is there; another one takes over, and the first one's session ends.
 *  @returns what is left for the provider to do */
async function settle(completed: CompletedSignIn): Promise<InteractionResult> {
  const { scope, result, login, session, cookies, context } = completed;
  if (!(await readAccount(scope, login.accountId)))
    return { error: "access_denied", error_description: "the user may not sign in" };
  if (!session) return result;
  if (login.accountId === session.userId) {
    const { login: _, ...rest } = result;
    return { ...rest, continueAs: login.accountId };
  }
  await endHostedSession(scope, session, context, "replaced");
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (cookie) await inTenant(scope, (t) => deletePayload(t, "Session", cookie));
  return result;
}

async function replace(scope: TenantScope, uid: string, content: PayloadContent): Promise<void> {
  const seconds = Number(content.exp) - Math.floor(Date.now() / 1000);
  await inTenant(scope, (t) =>
    upsertPayload(t, {
      model: "Interaction",
      id: uid,
      content,
      grantId: null,
      uid: null,
      userId: null,
      expiresAt: secondsAfter(now(), seconds),
    }),
  );
}
