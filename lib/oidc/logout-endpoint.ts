import type { RequestContext, TenantScope } from "@/lib/caller";
import { equalHashes, keyedHash } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { cookiesOf, forgetCookieHeader, sessionCookieName } from "@/lib/oidc/cookies";
import { wayOn } from "@/lib/oidc/error-page";
import { endHostedSession, sessionToSignOut } from "@/lib/oidc/hosted-session";
import { type HostedSession, isSidOf } from "@/lib/oidc/hosted-session-store";
import { type LogoutRequest, readLogoutRequest } from "@/lib/oidc/logout-request";
import { escapeHtml, page } from "@/lib/oidc/page";
import { lookOf } from "@/lib/oidc/page-look";
import { admitAnonymous } from "@/lib/oidc/request-brakes";
import { readForm } from "@/lib/oidc/token-endpoint";
import { homeOf } from "@/lib/oidc/way-back";
import { readTenant } from "@/lib/tenants/tenant-store";

/** `GET /oauth/logout`. An ID token of the very session ends it at once; without one, or with another's, the
 *  person is asked first, because a link from anywhere could have led here.
 *  @throws ServiceError `malformed`, `rate_limited` */
export async function serveLogout(request: Request, context: RequestContext): Promise<Response> {
  await admitAnonymous(context);
  const logout = await readLogoutRequest(new URL(request.url).searchParams);
  const { scope } = logout;
  const session = await sessionToSignOut(cookiesOf(request), scope);
  if (!session) return signedOut(request, logout);
  if (!(await isOwnHint(logout, session))) return confirmationPage(request, logout);
  await endHostedSession(scope, session, context, "logout");
  return signedOut(request, logout);
}

/** `POST /oauth/logout/confirm`: the person said yes on the confirmation page.
 *  @throws ServiceError `malformed` when the form is not that page's in this browser, `rate_limited` */
export async function serveLogoutConfirmation(
  request: Request,
  context: RequestContext,
): Promise<Response> {
  await admitAnonymous(context);
  const form = await readForm(request);
  const logout = await readLogoutRequest(form);
  const { scope } = logout;
  const session = await sessionToSignOut(cookiesOf(request), scope);
  if (!session) return signedOut(request, logout);
  const presented = Buffer.from(form.get("confirmation") ?? "", "base64url");
  if (!equalHashes(presented, confirmationOf(cookieOf(request, scope))))
    throw new ServiceError("malformed", { detail: "this confirmation belongs to another session" });
  await endHostedSession(scope, session, context, "logout");
  return signedOut(request, logout);
}

async function isOwnHint(
  { scope, hint, client }: LogoutRequest,
  { sessionId, userId }: HostedSession,
): Promise<boolean> {
  if (hint?.sub !== userId) return false;
  const { sid } = hint;
  return sid === null || inTenant(scope, (t) => isSidOf(t, sessionId, client.id, sid));
}

function cookieOf(request: Request, { environmentId }: TenantScope): string {
  return cookiesOf(request)(sessionCookieName(environmentId)) ?? "";
}

/** Ties the confirmation to the session it was shown for. */
function confirmationOf(cookie: string): Buffer {
  return keyedHash("logout-confirmation", cookie);
}

/** Asks whether to sign out. The address of the form names the client a second time, for the looks of a refusal
 *  alone. */
async function confirmationPage(request: Request, logout: LogoutRequest): Promise<Response> {
  const { scope, client, redirectTo } = logout;
  const look = await lookOf(request, scope);
  const { t } = look;
  const fields = {
    client_id: client.clientId,
    post_logout_redirect_uri: logout.postLogoutRedirectUri,
    state: logout.state,
    confirmation: confirmationOf(cookieOf(request, scope)).toString("base64url"),
  };
  const inputs = Object.entries(fields)
    .filter((field): field is [string, string] => field[1] !== null)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`);
  const action = `/oauth/logout/confirm?${new URLSearchParams({ client: client.clientId })}`;
  return page(
    t("oauth.signOutTitle"),
    `<p>${escapeHtml(t("oauth.signOut", { client: client.name }))}</p>
<form method="post" action="${escapeHtml(action)}" class="actions">${inputs.join("")}<button type="submit" class="button primary">${escapeHtml(t("common.signOut"))}</button></form>
${wayOn(look, { scope, name: client.name, href: homeOf(client) }, "quiet")}`,
    { look, ...(redirectTo ? { formTarget: new URL(redirectTo).origin } : {}) },
  );
}

/** Back to the application, or to our own page when it named no address. The cookie goes when it came along: a
 *  form of another site comes without it, and must not take it away. */
async function signedOut(
  request: Request,
  { scope, client, redirectTo }: LogoutRequest,
): Promise<Response> {
  const location = redirectTo ?? (await ownPage(scope, client.clientId));
  const response = new Response(null, { status: 303, headers: { location } });
  if (cookieOf(request, scope))
    response.headers.append(
      "set-cookie",
      forgetCookieHeader(sessionCookieName(scope.environmentId)),
    );
  return response;
}

async function ownPage(scope: TenantScope, client: string): Promise<string> {
  const { publicId } = await inTenant(scope, readTenant);
  return `/signed-out?${new URLSearchParams({ tenant: publicId, client })}`;
}
