import {
  type ActivityState,
  signActivityToken,
  verifyActivityToken,
} from "@/lib/core/sessions/activity-token";
import { unusableSession } from "@/lib/core/sessions/live-session";
import {
  absoluteExpiry,
  activityFailure,
  type SessionFacts,
  sessionEnd,
} from "@/lib/core/sessions/session";
import { ACTIVITY_WRITE_SECONDS, noteActivity } from "@/lib/core/sessions/session-use-store";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";
import type { ActivityFailure } from "@/lib/kernel/errors/session-errors";

/** Returns the state that a client replays.
 *  @throws ServiceError `session_activity_invalid` without a token, and for one that is not ours */
export async function readActivity(token: string | null): Promise<ActivityState> {
  const state = token ? await verifyActivityToken(token) : null;
  if (!state) throw refused("session_activity_invalid", "Send the session's activity token.");
  return state;
}

/** Checks whether the session and the presented state are still valid. The old token stays valid until its
 *  own expiry, so that parallel requests do not refuse each other.
 *  @throws ServiceError with the terminal reason, `session_activity_expired` or `session_idle_timeout` */
export function judgeActivity(
  facts: SessionFacts | null,
  state: ActivityState,
  at: Date,
): SessionFacts {
  const end = sessionEnd(facts, at);
  // A client that presents activity gets the activity plane's own code for the absolute end.
  if (!facts || (end && end !== "expired")) throw unusableSession(end ?? "not_found");
  if (state.sessionId !== facts.session.id)
    throw refused("session_activity_invalid", "The activity token belongs to another session.");
  const failure = activityFailure(facts, state.lastActiveAt, at);
  if (failure) throw refused(failure, "The session is over; the user must sign in again.");
  return facts;
}

/** Whether activity at this moment is to be stored: it is not at every request. */
export function isActivityDue({ session }: SessionFacts, at: Date): boolean {
  return at.getTime() - session.lastActiveAt.getTime() >= ACTIVITY_WRITE_SECONDS * 1000;
}

/** Counts this request as activity of the session, if the session and the presented state are still valid.
 *  @returns when the user was active: now
 *  @throws ServiceError as `judgeActivity` */
export async function presentActivity(
  db: Queryable,
  found: SessionFacts | null,
  state: ActivityState,
): Promise<{ facts: SessionFacts; lastActiveAt: Date }> {
  const at = now();
  const facts = judgeActivity(found, state, at);
  if (isActivityDue(facts, at)) await noteActivity(db, facts.session.id, at);
  return { facts, lastActiveAt: at };
}

/** Returns the token for the response: activity as of `lastActiveAt`, until the expiry by today's policy. */
export function freshActivityToken(
  { session, policy }: Pick<SessionFacts, "session" | "policy">,
  lastActiveAt: Date,
): Promise<string> {
  return signActivityToken({
    sessionId: session.id,
    lastActiveAt,
    absoluteExpiresAt: absoluteExpiry(session, policy),
  });
}

function refused(reason: ActivityFailure, detail: string): ServiceError {
  return new ServiceError(reason, { detail });
}
