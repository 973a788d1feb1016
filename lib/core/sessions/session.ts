import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { minutesAfter } from "@/lib/kernel/clock";
import type { ActivityFailure, SessionEnd } from "@/lib/kernel/errors/session-errors";

export type SessionKind = "direct" | "hosted";

/** A signed-in user. No lifetime is stored: each follows from the time of the sign-in, the last activity
 *  and the policy in force, so that a changed policy applies to live sessions on the next request. */
export interface Session {
  id: string;
  userId: string;
  kind: SessionKind;
  /** The handle that account-security routes show; it can't mint tokens. */
  accountSessionId: string;
  /** The app it is bound to, or null until the first token is minted. */
  appId: string | null;
  oidcSessionUid: string | null;
  trustedDeviceId: string | null;
  authTime: Date;
  amr: string[];
  stepUpAt: Date | null;
  stepUpAmr: string[];
  lastActiveAt: Date;
  createdAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  deviceName: string | null;
  platform: string | null;
  revokedAt: Date | null;
  revokedReason: string | null;
  expiredAt: Date | null;
}

/** A session with all facts that decide whether it may still be used, read at one moment. */
export interface SessionFacts {
  session: Session;
  user: {
    id: string;
    email: string;
    displayName: string | null;
    emailVerified: boolean;
    active: boolean;
  };
  tenantActive: boolean;
  policy: SecurityPolicy;
}

type Lifetimes = Pick<SecurityPolicy, "idleTimeoutMinutes" | "absoluteTimeoutMinutes">;

/** Returns the absolute end of a session: counted from sign-in, it does not slide. */
export function absoluteExpiry(session: Pick<Session, "authTime">, policy: Lifetimes): Date {
  return minutesAfter(session.authTime, policy.absoluteTimeoutMinutes);
}

/** Returns when a session becomes idle: counted from the last activity, and never past its absolute end. */
export function idleExpiry(
  session: Pick<Session, "authTime">,
  lastActiveAt: Date,
  policy: Lifetimes,
): Date {
  const idle = minutesAfter(lastActiveAt, policy.idleTimeoutMinutes);
  const absolute = absoluteExpiry(session, policy);
  return idle < absolute ? idle : absolute;
}

/** Returns why a session can't be used any more, or null while it can. Of several reasons the first in
 *  this order is returned (contract, Request-time bodies): those that need an administrator before those
 *  that a sign-in resolves. An absent session is `not_found`. */
export function sessionEnd(facts: SessionFacts | null, at: Date): SessionEnd | null {
  if (!facts) return "not_found";
  if (!facts.tenantActive) return "tenant_disabled";
  if (!facts.user.active) return "user_disabled";
  if (facts.session.revokedAt) return "revoked";
  return isPastAbsolute(facts, at) ? "expired" : null;
}

/** Whether a session counts as signed in at this moment: it has not ended, and is not idle by the stored
 *  activity. */
export function isSignedIn(facts: SessionFacts, at: Date): boolean {
  const { lastActiveAt } = facts.session;
  return sessionEnd(facts, at) === null && activityFailure(facts, lastActiveAt, at) === null;
}

/** Returns why genuine activity state is refused, or null when it is valid. Idleness is judged by the
 *  later of the token's activity and the stored one: several backends and parallel requests hold tokens of
 *  different age, and the youngest counts. */
export function activityFailure(
  facts: SessionFacts,
  tokenActiveAt: Date,
  at: Date,
): ActivityFailure | null {
  if (isPastAbsolute(facts, at)) return "session_activity_expired";
  const active = laterOf(tokenActiveAt, facts.session.lastActiveAt);
  const idleAt = minutesAfter(active, facts.policy.idleTimeoutMinutes);
  return at >= idleAt ? "session_idle_timeout" : null;
}

/** Returns when and how the user last proved who they are: a step-up that is still fresh counts as a
 *  sign-in, and its methods are added to those of the sign-in. */
export function authenticationOf(
  { session, policy }: Pick<SessionFacts, "session" | "policy">,
  at: Date,
): { authTime: Date; amr: string[] } {
  const { authTime, amr, stepUpAt, stepUpAmr } = session;
  const freshUntil = (stepUpAt?.getTime() ?? 0) + policy.stepUpMaxAgeSeconds * 1000;
  if (!stepUpAt || at.getTime() >= freshUntil) return { authTime, amr };
  return { authTime: stepUpAt, amr: [...new Set([...amr, ...stepUpAmr])] };
}

function isPastAbsolute({ session, policy }: SessionFacts, at: Date): boolean {
  return session.expiredAt !== null || at >= absoluteExpiry(session, policy);
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}
