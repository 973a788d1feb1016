import { endSessions } from "@/lib/core/sessions/end-sessions";
import { findSession } from "@/lib/core/sessions/live-session";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Ends a direct session by its id.
 *  @returns 1 when this call ended it, 0 when there was nothing to end */
export function invalidateSession(caller: Caller, sessionId: string): Promise<number> {
  const { actor, context } = caller;
  return inTransaction(caller, async (db) => {
    const facts = await findSession(db, sessionId);
    if (!facts) return 0;
    const which = { userId: facts.user.id, sessionIds: [facts.session.id] };
    return endSessions(db, which, { actor, context, reason: "invalidated", at: now() });
  });
}
