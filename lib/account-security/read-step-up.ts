import { type DangerousOccasion, stepUpMethods } from "@/lib/account-security/fresh-proof";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { readFactorFacts } from "@/lib/login/factor-facts";
import type { ProofMethod } from "@/lib/login/what-to-show";
import { requireLiveSession } from "@/lib/sessions/live-session";
import type { SessionKind } from "@/lib/sessions/session";
import { findUser } from "@/lib/users/user-store";

/** How the user of a live session can prove again who they are, strongest first, and to which address a code would go.
 *  @throws ServiceError with the session's terminal reason */
export async function readStepUp(
  caller: Caller,
  sessionId: string,
  kind: SessionKind,
  occasion: DangerousOccasion,
): Promise<{ methods: ProofMethod[]; email: string }> {
  return inTransaction(caller, async (db) => {
    const facts = await requireLiveSession(db, sessionId, kind);
    const user = await findUser(db, facts.user.id);
    if (!user) throw missing();
    const factors = await readFactorFacts(db, { user, policy: facts.policy, channel: kind }, now());
    return { methods: stepUpMethods(factors, occasion), email: user.email };
  });
}
