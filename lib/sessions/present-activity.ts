import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { type ActivityFailure, ServiceError } from "@/lib/errors";
import {
  type ActivityState,
  signActivityToken,
  verifyActivityToken,
} from "@/lib/sessions/activity-token";
import { unusableSession } from "@/lib/sessions/live-session";
import {
  absoluteExpiry,
  activityFailure,
  type SessionFacts,
  sessionEnd,
} from "@/lib/sessions/session";
import { ACTIVITY_WRITE_SECONDS, noteActivity } from "@/lib/sessions/session-use-store";

/** The state that a client replays.
 *  @throws ServiceError `session_activity_invalid` without a token, and for one that is not ours */
export async function readActivity(token: string | null): Promise<ActivityState> {
  const state = token ? await verifyActivityToken(token) : null;
  if (!state) throw refused("session_activity_invalid", "Send the session's activity token.");
  return state;
}

/** Counts this request as activity of the session, if the session and the state presented still hold. The
 *  old token stays good by its own time, so that requests which run at once do not refuse each other.
 *  @returns when the user was active: now
 *  @throws ServiceError with the terminal reason, `session_activity_expired` or `session_idle_timeout` */
export async function presentActivity(
  transaction: TenantTransaction,
  facts: SessionFacts | null,
  state: ActivityState,
): Promise<{ facts: SessionFacts; lastActiveAt: Date }> {
  const at = now();
  const end = sessionEnd(facts, at);
  // Who presents activity learns of the absolute end by the code of that plane.
  if (!facts || (end && end !== "expired")) throw unusableSession(end ?? "not_found");
  if (state.sessionId !== facts.session.id)
    throw refused("session_activity_invalid", "The activity token is another session's.");
  const failure = activityFailure(facts, state.lastActiveAt, at);
  if (failure) throw refused(failure, "The session is over; the user must sign in again.");
  const written = facts.session.lastActiveAt.getTime();
  if (at.getTime() - written >= ACTIVITY_WRITE_SECONDS * 1000)
    await noteActivity(transaction, facts.session.id, at);
  return { facts, lastActiveAt: at };
}

/** The token to hand back: activity as of `lastActiveAt`, until the end that today's policy gives. */
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
