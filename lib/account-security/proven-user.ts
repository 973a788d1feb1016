import { assertFreshProof } from "@/lib/account-security/fresh-proof";
import { now } from "@/lib/clock";
import type { Queryable } from "@/lib/db/queryable";
import { missing } from "@/lib/errors";
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
): Promise<{ user: User; facts: SessionFacts }> {
  const facts = await requireLiveSession(db, sessionId, kind);
  const user = await lockUser(db, facts.user.id);
  if (!user) throw missing();
  assertFreshProof(facts, user, now());
  return { user, facts };
}
