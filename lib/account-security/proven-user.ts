import { assertFreshProof, type DangerousOccasion } from "@/lib/account-security/fresh-proof";
import { now } from "@/lib/clock";
import type { Queryable } from "@/lib/db/queryable";
import { missing } from "@/lib/errors";
import { type PlaneFacts, readFactorFacts } from "@/lib/login/factor-facts";
import { requireLiveSession } from "@/lib/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/sessions/session";
import type { User } from "@/lib/users/user";
import { lockUser } from "@/lib/users/user-store";

/** The user of a live session that has a fresh proof. The user's row is held.
 *  @throws ServiceError with the session's terminal reason, `step_up_required` with the methods that would do */
export async function provenUser(
  db: Queryable,
  sessionId: string,
  kind: SessionKind,
  occasion: DangerousOccasion = "change_factors",
): Promise<{ user: User; facts: SessionFacts; factors: PlaneFacts }> {
  const { user: whose } = await requireLiveSession(db, sessionId, kind);
  const user = await lockUser(db, whose.id);
  if (!user) throw missing();
  // Read again: who waited for the row judges by what was proved and added meanwhile.
  const facts = await requireLiveSession(db, sessionId, kind);
  const at = now();
  const factors = await readFactorFacts(db, { user, policy: facts.policy, channel: kind }, at);
  assertFreshProof(facts, factors, occasion, at);
  return { user, facts, factors };
}
