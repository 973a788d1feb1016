import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { assertFound } from "@/lib/core/users/record-of";
import type { UserRecord } from "@/lib/core/users/user";
import { writeSuspension } from "@/lib/core/users/user-change-store";
import { findUserRecord, lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Lets a suspended user sign in again. Sessions, tokens and devices that the suspension revoked stay
 *  revoked.
 *  @throws ServiceError `missing` */
export function reactivateUser(caller: Caller, id: string): Promise<UserRecord> {
  return inTransaction(caller, async (db) => {
    const user = await lockUser(db, id);
    if (!user) throw missing();
    if (user.status === "suspended") {
      await writeSuspension(db, id, null);
      await recordAuditEvent(db, {
        kind: "user.reactivated",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "user", id }],
      });
    }
    return assertFound(await findUserRecord(db, id));
  });
}
