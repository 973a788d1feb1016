import type { DashboardToken } from "@/lib/core/administrators/dashboard-token";
import {
  type CookieReader,
  forgetCookieHeader,
  sessionCookieName,
} from "@/lib/core/oidc/http/cookies";
import { endHostedSession, sessionToSignOut } from "@/lib/core/oidc/session/hosted-session";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { findHostedSessionBySid } from "@/lib/core/sessions/session-store";
import type { RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Signs a browser out of the dashboard for good: ends the session that its dashboard cookie names, and the
 *  browser's session at the issuer if that is a different one.
 *  @param token null for a browser without a valid dashboard cookie
 *  @returns headers that make the browser forget its sign-in at the issuer */
export async function signOutAdministrator(
  token: DashboardToken | null,
  cookies: CookieReader,
  context: RequestContext,
): Promise<string[]> {
  const platform = await readPlatform();
  if (!platform) return [];
  const named =
    token?.sid && (await inTransaction(platform, (db) => findHostedSessionBySid(db, token.sid)));
  if (named && named.userId === token?.userId)
    await endHostedSession(platform, { ...named, sessionId: named.id }, context, "logout");
  const session = await sessionToSignOut(cookies, platform);
  if (session) await endHostedSession(platform, session, context, "logout");
  return [forgetCookieHeader(sessionCookieName(platform.environmentId))];
}
