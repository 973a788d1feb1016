import { type DangerousOccasion, stepUpMethods } from "@/lib/core/account-security/fresh-proof";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import { requireLiveSession } from "@/lib/core/sessions/live-session";
import type { SessionKind } from "@/lib/core/sessions/session";
import { findUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Returns the methods by which the user of a live session can prove again who they are, strongest first,
 *  and the address to which a code would be sent.
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
