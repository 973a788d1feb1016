import { type CookieReader, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import {
  deletePayload,
  findPayload,
  sessionUidOfCookie,
} from "@/lib/core/oidc-payloads/oidc-payload-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { isActivityDue } from "@/lib/core/sessions/present-activity";
import { isSignedIn, type SessionFacts } from "@/lib/core/sessions/session";
import { findHostedSession } from "@/lib/core/sessions/session-store";
import { noteActivity } from "@/lib/core/sessions/session-use-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Our record of a browser's sign-in. */
export interface HostedSession {
  sessionId: string;
  userId: string;
  authTime: Date;
}

function hostedSession({ session }: SessionFacts): HostedSession {
  return { sessionId: session.id, userId: session.userId, authTime: session.authTime };
}

async function readBrowserSession(
  db: Queryable,
  cookie: string,
  at: Date,
): Promise<SessionFacts | null> {
  const uid = await sessionUidOfCookie(db, cookie, at);
  return uid ? findHostedSession(db, uid) : null;
}

/** Returns a session in use: a visit counts as activity.
 *  @returns null for one that is over or idle */
async function inUse(
  db: Queryable,
  facts: SessionFacts | null,
  at: Date,
): Promise<HostedSession | null> {
  if (!facts || !isSignedIn(facts, at)) return null;
  if (isActivityDue(facts, at)) await noteActivity(db, facts.session.id, at);
  return hostedSession(facts);
}

/** Returns the session of this environment in the browser that sent these cookies. The
 *  visit counts as activity.
 *  @returns null when there is none */
export async function readHostedSession(
  cookies: CookieReader,
  scope: TenantScope,
): Promise<(HostedSession & { scope: TenantScope }) | null> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (!cookie) return null;
  const at = now();
  const session = await inTransaction(scope, async (db) =>
    inUse(db, await readBrowserSession(db, cookie, at), at),
  );
  return session && { scope, ...session };
}

/** Prepares a browser's session before the provider reads it: one that is idle, ended or past its absolute
 *  end is deleted, so that the provider requires a new sign-in; a live one is recorded as active.
 *  @returns the longest duration of a session in this tenant, and the live session */
export async function prepareBrowserSession(
  cookies: CookieReader,
  scope: TenantScope,
): Promise<{ absoluteSeconds: number; session: HostedSession | null }> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  const at = now();
  if (!cookie) {
    const { absoluteTimeoutMinutes } = await inBatch(scope, readSecurityPolicy);
    return { absoluteSeconds: absoluteTimeoutMinutes * 60, session: null };
  }
  return inTransaction(scope, async (db) => {
    const [policy, facts] = await Promise.all([
      readSecurityPolicy(db),
      readBrowserSession(db, cookie, at),
    ]);
    const session = await inUse(db, facts, at);
    // An idle session is only removed from this browser: relying parties judge inactivity by themselves
    // (spec, Limits 7), and are notified when it is revoked or reaches its absolute end.
    if (facts && !session) await deletePayload(db, "Session", cookie);
    return { absoluteSeconds: policy.absoluteTimeoutMinutes * 60, session };
  });
}

/** Returns the session that a sign-out in this browser ends: also an idle one, whose relying parties stay
 *  signed in until it ends.
 *  @returns null when there is none, or it was ended */
export async function sessionToSignOut(
  cookies: CookieReader,
  scope: TenantScope,
): Promise<HostedSession | null> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (!cookie) return null;
  const facts = await inTransaction(scope, (db) => readBrowserSession(db, cookie, now()));
  return facts && !facts.session.revokedAt ? hostedSession(facts) : null;
}

/** Returns the `sid` of a browser's session at a client. The provider's session contains every client that
 *  ever took part, including one that has revoked its tokens since (RFC 7009) and no longer takes part.
 *  @returns null when the client never took part */
export async function sidAtClient(
  cookies: CookieReader,
  scope: TenantScope,
  clientId: string,
): Promise<string | null> {
  const cookie = cookies(sessionCookieName(scope.environmentId));
  if (!cookie) return null;
  const stored = await inBatch(scope, (db) => findPayload(db, "Session", cookie));
  const parties = (stored?.content.authorizations ?? {}) as Record<string, { sid?: string }>;
  return (Object.hasOwn(parties, clientId) && parties[clientId]?.sid) || null;
}

/** Ends a browser's session, with everything issued from it. */
export async function endHostedSession(
  scope: TenantScope,
  session: Pick<HostedSession, "sessionId" | "userId">,
  context: RequestContext,
  reason: "logout" | "replaced",
): Promise<void> {
  await inTransaction(scope, (db) =>
    endSessions(
      db,
      { userId: session.userId, sessionIds: [session.sessionId] },
      { actor: { type: "user", id: session.userId }, context, reason, at: now() },
    ),
  );
}
