import { cookiesOf, forgetCookieHeader, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import { readForm } from "@/lib/core/oidc/http/form";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { confirmationPage, isConfirmed } from "@/lib/core/oidc/logout/logout-confirmation";
import { type LogoutRequest, readLogoutRequest } from "@/lib/core/oidc/logout/logout-request";
import {
  endHostedSession,
  type HostedSession,
  sessionToSignOut,
  sidAtClient,
} from "@/lib/core/oidc/session/hosted-session";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";

/** `GET /oauth/logout`; `POST` redirects to it (form-to-query.ts, OpenID Connect RP-Initiated Logout §2).
 *  With an ID token of this very session, the session ends at once. Without one, or with another session's,
 *  the person must confirm, because any link could have led here.
 *  @throws ServiceError `malformed`, `rate_limited` */
export async function serveLogout(request: Request, context: RequestContext): Promise<Response> {
  await admitAnonymous(context);
  const logout = await readLogoutRequest(new URL(request.url).searchParams);
  const { scope } = logout;
  const session = await sessionToSignOut(cookiesOf(request), scope);
  if (!session) return signedOut(request, logout);
  if (!(await isOwnHint(request, logout, session))) return confirmationPage(request, logout);
  await endHostedSession(scope, session, context, "logout");
  return signedOut(request, logout);
}

/** `POST /oauth/logout/confirm`: the answer of the confirmation page.
 *  @throws ServiceError `malformed` when the form is not the page of this browser's session,
 *    `rate_limited` */
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
  if (!isConfirmed(form, request, scope))
    throw new ServiceError("malformed", { detail: "this confirmation belongs to another session" });
  await endHostedSession(scope, session, context, "logout");
  return signedOut(request, logout);
}

async function isOwnHint(
  request: Request,
  { scope, hint, client }: LogoutRequest,
  { userId }: HostedSession,
): Promise<boolean> {
  if (hint?.sub !== userId) return false;
  const { sid } = hint;
  return sid === null || sid === (await sidAtClient(cookiesOf(request), scope, client.clientId));
}

/** Redirects the browser to the application, or to our own page without an address. Deletes the cookie if the
 *  browser sent it: a form of another site comes without the cookie, and must not delete it. */
async function signedOut(
  request: Request,
  { scope, client, redirectTo }: LogoutRequest,
): Promise<Response> {
  const location = redirectTo ?? (await ownPage(scope, client.clientId));
  const response = new Response(null, { status: 303, headers: { location } });
  const name = sessionCookieName(scope.environmentId);
  if (cookiesOf(request)(name)) response.headers.append("set-cookie", forgetCookieHeader(name));
  return response;
}

async function ownPage(scope: TenantScope, client: string): Promise<string> {
  const { publicId } = await inBatch(scope, readTenant);
  return `/signed-out?${new URLSearchParams({ tenant: publicId, client })}`;
}
