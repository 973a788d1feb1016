import type { RequestContext, TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { type CookieReader, cookiesOf, sessionCookieName } from "@/lib/oidc/cookies";
import { expiredPage } from "@/lib/oidc/error-page";
import type { OidcExchange } from "@/lib/oidc/exchange";
import { endHostedSession, prepareBrowserSession } from "@/lib/oidc/hosted-session";
import type { HostedSession } from "@/lib/oidc/hosted-session-store";
import { forgottenInteractionCookie } from "@/lib/oidc/interaction-cookies";
import type { InteractionResult } from "@/lib/oidc/interaction-result";
import { clientOfInteraction } from "@/lib/oidc/own-client";
import { passToProvider } from "@/lib/oidc/serve";
import {
  deletePayload,
  findPayload,
  type PayloadContent,
  resolvePayload,
  upsertPayload,
} from "@/lib/oidc-payloads/oidc-payload-store";

/** `GET /oauth/authorize/{uid}`: goes on with an authorization after a person signed in or consented. */
export async function serveResume(request: Request, context: RequestContext): Promise<Response> {
  const uid = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const scope = await resolvePayload("Interaction", uid);
  const stored = scope && (await inTenant(scope, (t) => findPayload(t, "Interaction", uid)));
  const params = stored?.content.params as
    | { client_id?: string; redirect_uri?: string }
    | undefined;
  const client = scope && params ? await clientOfInteraction(scope, params) : null;
  if (!scope || !stored || !client) return expiredPage(request);
  const cookies = cookiesOf(request);
  const { absoluteSeconds, session } = await prepareBrowserSession(cookies, scope);
  const result = stored.content.result as InteractionResult | undefined;
  if (result?.login && session)
    await settle({ scope, uid, content: stored.content, result, session, cookies, context });
  const exchange: OidcExchange = {
    scope,
    context,
    client,
    absoluteSeconds,
    trustedDeviceId: result?.trustedDeviceId ?? null,
  };
  return forgottenInteractionCookie(await passToProvider(request, exchange), uid);
}

interface SecondSignIn {
  scope: TenantScope;
  uid: string;
  content: PayloadContent;
  result: InteractionResult;
  session: HostedSession;
  cookies: CookieReader;
  context: RequestContext;
}

/** Somebody signed in here while the browser was signed in already, in another tab say. The same user stays
 *  in the session that is there; another one takes over, and the first one's session ends. */
async function settle(second: SecondSignIn): Promise<void> {
  const { scope, uid, content, result, session, cookies, context } = second;
  if (result.login?.accountId !== session.userId) {
    await endHostedSession(scope, session, context, "replaced");
    const cookie = cookies(sessionCookieName(scope.environmentId));
    if (cookie) await inTenant(scope, (t) => deletePayload(t, "Session", cookie));
    return;
  }
  const { login: _, ...rest } = result;
  const seconds = Number(content.exp) - Math.floor(Date.now() / 1000);
  await inTenant(scope, (t) =>
    upsertPayload(t, {
      model: "Interaction",
      id: uid,
      content: { ...content, result: rest },
      grantId: null,
      uid: null,
      userId: null,
      expiresAt: secondsAfter(now(), seconds),
    }),
  );
}
