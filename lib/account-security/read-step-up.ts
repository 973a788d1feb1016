import { type StepUpMethod, stepUpMethods } from "@/lib/account-security/fresh-proof";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { requireLiveSession } from "@/lib/sessions/live-session";
import type { SessionKind } from "@/lib/sessions/session";
import { findUser } from "@/lib/users/user-store";

/** How the user of a live session can prove again who they are, strongest first, and to which address a code would go.
 *  @throws ServiceError with the session's terminal reason */
export async function readStepUp(
  caller: Caller,
  sessionId: string,
  kind: SessionKind,
): Promise<{ methods: StepUpMethod[]; email: string }> {
  return inTransaction(caller, async (db) => {
    const facts = await requireLiveSession(db, sessionId, kind);
    const user = await findUser(db, facts.user.id);
    if (!user) throw missing();
    return { methods: stepUpMethods(facts.policy, user), email: user.email };
  });
}
