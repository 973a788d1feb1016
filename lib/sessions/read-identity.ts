import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { type IdentityMembership, listIdentityMemberships } from "@/lib/sessions/identity-store";
import { findSession } from "@/lib/sessions/live-session";
import { freshActivityToken, presentActivity, readActivity } from "@/lib/sessions/present-activity";
import { authenticationOf, type SessionFacts } from "@/lib/sessions/session";

/** Who is signed in, with everything they belong to. */
export interface Identity {
  facts: SessionFacts;
  /** The last sign-in, or a step-up that is still fresh. */
  authentication: { authTime: Date; amr: string[] };
  lastActiveAt: Date;
  memberships: IdentityMembership[];
  activityToken: string;
}

/** The identity behind an activity token. Reading it is activity: the answer carries a fresh token.
 *  @throws ServiceError `session_activity_invalid`, `session_idle_timeout`, `session_activity_expired`, or
 *  the session's terminal reason */
export async function readIdentity(caller: Caller, token: string | null): Promise<Identity> {
  const state = await readActivity(token);
  const { memberships, facts, lastActiveAt } = await inTenant(caller, async (transaction) => {
    const found = await findSession(transaction, state.sessionId);
    const active = await presentActivity(transaction, found, state);
    const userId = active.facts.user.id;
    return { ...active, memberships: await listIdentityMemberships(transaction, userId) };
  });
  return {
    facts,
    authentication: authenticationOf(facts, lastActiveAt),
    lastActiveAt,
    memberships,
    activityToken: await freshActivityToken(facts, lastActiveAt),
  };
}
