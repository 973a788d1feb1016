import type { RequestContext, TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { type CookieReader, sessionCookieName } from "@/lib/oidc/cookies";
import {
  findHostedSession,
  type HostedSession,
  touchHostedSession,
} from "@/lib/oidc/hosted-session-store";
import { deletePayload, sessionUidOfCookie } from "@/lib/oidc-payloads/oidc-payload-store";
import { endSessions } from "@/lib/sessions/end-sessions";
import { idleExpiry } from "@/lib/sessions/session";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { readSecurityPolicy, readSecurityPolicyAtOnce } from "@/lib/tenants/security-policy-store";

/** Whether a browser's sign-in still holds: not ended, its user active, neither idle nor past its absolute
 *  end. A changed policy counts at once. */
export function isLive(session: HostedSession, policy: SecurityPolicy, at: Date): boolean {
  if (session.revokedAt || session.expiredAt || !session.userActive) return false;
  return at < idleExpiry(session, session.lastActiveAt, policy);
}

interface BrowserSession {
  session: HostedSession;
  live: boolean;
  policy: SecurityPolicy;
}

async function readBrowserSession(
  transaction: TenantTransaction,
  cookie: string | undefined,
  at: Date,
): Promise<BrowserSession | null> {
  const uid = cookie ? await sessionUidOfCookie(transaction, cookie, at) : null;
  const session = uid ? await findHostedSession(transaction, uid) : null;
  if (!session) return null;
  const policy = await readSecurityPolicy(transaction);
  return { session, policy, live: isLive(session, policy, at) };
}

/** Who is signed in to this environment in the browser that sent these cookies. The visit counts as activity.
 *  @returns null when nobody is */
export async function readHostedSession(
  cookies: CookieReader,
  scope: TenantScope,
): Promise<{ scope: TenantScope; sessionId: string; userId: string; authTime: Date } | null> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (!cookie) return null;
  const at = now();
  return inTenant(scope, async (transaction) => {
    const found = await readBrowserSession(transaction, cookie, at);
    if (!found?.live) return null;
    await touchHostedSession(transaction, found.session.sessionId, at);
    const { sessionId, userId, authTime } = found.session;
    return { scope, sessionId, userId, authTime };
  });
}

/** Readies a browser's session before the provider sees it: one that is idle, ended or past its absolute end
 *  is taken away, so that the provider asks for a new sign-in; a live one is noted as active.
 *  @returns how long a sign-in lasts in this tenant, and the live session */
export async function prepareBrowserSession(
  cookies: CookieReader,
  scope: TenantScope,
): Promise<{ absoluteSeconds: number; session: HostedSession | null }> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  const at = now();
  if (!cookie) {
    const { absoluteTimeoutMinutes } = await readSecurityPolicyAtOnce(scope);
    return { absoluteSeconds: absoluteTimeoutMinutes * 60, session: null };
  }
  return inTenant(scope, async (transaction) => {
    const policy = await readSecurityPolicy(transaction);
    const absoluteSeconds = policy.absoluteTimeoutMinutes * 60;
    const found = await readBrowserSession(transaction, cookie, at);
    if (found?.live) await touchHostedSession(transaction, found.session.sessionId, at);
    // An idle session only leaves this browser: relying parties judge inactivity by themselves (spec,
    // Limits 7), and are told when it is revoked or reaches its absolute end.
    else if (found) await deletePayload(transaction, "Session", cookie);
    return { absoluteSeconds, session: found?.live ? found.session : null };
  });
}

/** The session that a sign-out in this browser means: also one that is idle, whose relying parties go on until somebody
 *  ends it.
 *  @returns null when there is none, or it was ended */
export async function sessionToSignOut(
  cookies: CookieReader,
  scope: TenantScope,
): Promise<HostedSession | null> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (!cookie) return null;
  return inTenant(scope, async (transaction) => {
    const uid = await sessionUidOfCookie(transaction, cookie, now());
    const session = uid ? await findHostedSession(transaction, uid) : null;
    return session && !session.revokedAt ? session : null;
  });
}

/** Ends a browser's session, with everything that came out of it. */
export async function endHostedSession(
  scope: TenantScope,
  session: Pick<HostedSession, "sessionId" | "userId">,
  context: RequestContext,
  reason: "logout" | "replaced",
): Promise<void> {
  await inTenant(scope, (transaction) =>
    endSessions(
      transaction,
      { userId: session.userId, sessionIds: [session.sessionId] },
      { actor: { type: "user", id: session.userId }, context, reason, at: now() },
    ),
  );
}
