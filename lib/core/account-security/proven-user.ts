import { assertFreshProof, type DangerousOccasion } from "@/lib/core/account-security/fresh-proof";
import { type PlaneFacts, readFactorFacts } from "@/lib/core/login/factor-facts";
import { requireLiveSession } from "@/lib/core/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { missing } from "@/lib/kernel/errors";

/** Returns the user of a live session that has a fresh proof, and locks the user's row.
 *  @throws ServiceError with the session's terminal reason, `step_up_required` with the accepted methods */
export async function provenUser(
  db: Queryable,
  sessionId: string,
  kind: SessionKind,
  occasion: DangerousOccasion = "change_factors",
): Promise<{ user: User; facts: SessionFacts; factors: PlaneFacts }> {
  const { user: sessionUser } = await requireLiveSession(db, sessionId, kind);
  const user = await lockUser(db, sessionUser.id);
  if (!user) throw missing();
  // Read again: a request that waited for the row must see what was proven and added meanwhile.
  const facts = await requireLiveSession(db, sessionId, kind);
  const at = now();
  const factors = await readFactorFacts(db, { user, policy: facts.policy, channel: kind }, at);
  assertFreshProof(facts, factors, occasion, at);
  return { user, facts, factors };
}
