import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { endWithAccess } from "@/lib/core/user-lifecycle/what-ends";
import { assertFound } from "@/lib/core/users/record-of";
import type { UserRecord } from "@/lib/core/users/user";
import { writeSuspension } from "@/lib/core/users/user-change-store";
import { findUserRecord, lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Locks a user out from now on and ends all open access, in one transaction (contract, Suspend). A user
 *  who is suspended already is unchanged, first reason included, and nothing is audited.
 *  @throws ServiceError `missing` */
export function suspendUser(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<UserRecord> {
  return inTransaction(caller, async (db) => {
    const user = await lockUser(db, id);
    if (!user) throw missing();
    if (user.status !== "suspended") {
      const at = now();
      await writeSuspension(db, id, { at, reason });
      const { actor, context } = caller;
      const ended = await endWithAccess(db, id, {
        actor,
        context,
        reason: "user_suspended",
        at,
      });
      await recordAuditEvent(db, {
        kind: "user.suspended",
        actor,
        context,
        targets: [{ type: "user", id }],
        metadata: { reason, ...ended },
        at,
      });
    }
    return assertFound(await findUserRecord(db, id));
  });
}
