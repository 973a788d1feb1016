import {
  type IdentityMembership,
  loadSessionAndMemberships,
} from "@/lib/core/sessions/identity-store";
import {
  freshActivityToken,
  isActivityDue,
  judgeActivity,
  readActivity,
} from "@/lib/core/sessions/present-activity";
import { authenticationOf, type SessionFacts } from "@/lib/core/sessions/session";
import { noteActivity } from "@/lib/core/sessions/session-use-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";

/** A signed-in user, with all memberships. */
export interface Identity {
  facts: SessionFacts;
  /** The last sign-in, or a step-up that is still fresh. */
  authentication: { authTime: Date; amr: string[] };
  lastActiveAt: Date;
  memberships: IdentityMembership[];
  activityToken: string;
}

/** Returns the identity of an activity token. Reading it is activity: the response carries a fresh token.
 *  @throws ServiceError `session_activity_invalid`, `session_idle_timeout`, `session_activity_expired`, or
 *  the session's terminal reason */
export async function readIdentity(caller: Caller, token: string | null): Promise<Identity> {
  const state = await readActivity(token);
  const found = await loadSessionAndMemberships(caller, state.sessionId);
  const lastActiveAt = now();
  const facts = judgeActivity(found?.facts ?? null, state, lastActiveAt);
  if (isActivityDue(facts, lastActiveAt))
    await inBatch(caller, (db) => noteActivity(db, facts.session.id, lastActiveAt));
  return {
    facts,
    authentication: authenticationOf(facts, lastActiveAt),
    lastActiveAt,
    memberships: found?.memberships ?? [],
    activityToken: await freshActivityToken(facts, lastActiveAt),
  };
}
