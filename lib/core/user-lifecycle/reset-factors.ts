import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { deleteFactorsOfUser } from "@/lib/core/factors/factor-store";
import { deleteRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
import { endWithAccess } from "@/lib/core/user-lifecycle/what-ends";
import { lockUser } from "@/lib/core/users/user-store";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Result of a reset. */
export interface ResetFactors {
  factorsRemoved: number;
  sessionsRevoked: number;
}

/** Removes every factor and recovery code of a user who has lost them, and ends all their sessions: an
 *  attacker may hold what was lost. Notifies the user by email, regardless of the policy.
 *  @throws ServiceError `missing` */
export function resetFactors(caller: Caller, userId: string): Promise<ResetFactors> {
  return inTransaction(caller, async (db) => {
    const user = await lockUser(db, userId);
    if (!user) throw missing();
    const at = now();
    const { actor, context } = caller;
    const removed = await deleteFactorsOfUser(db, user.id);
    await deleteRecoveryCodes(db, user.id);
    const by = { actor, context, reason: "factors_reset", at };
    const { sessions } = await endWithAccess(db, user.id, by);
    await recordAuditEvent(db, {
      kind: "factors.reset",
      actor,
      context,
      targets: [{ type: "user", id: user.id }],
      metadata: { factors: removed.map(({ type }) => type), sessions_revoked: sessions },
      at,
    });
    await notifyFactorChange(db, user, { occasion: "factors_reset" }, noRequest, at);
    return { factorsRemoved: removed.length, sessionsRevoked: sessions };
  });
}
