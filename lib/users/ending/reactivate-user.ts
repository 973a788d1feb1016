import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { recordOf } from "@/lib/users/record-of";
import type { UserRecord } from "@/lib/users/user";
import { writeSuspension } from "@/lib/users/user-change-store";
import { findUserRecord, lockUser } from "@/lib/users/user-store";

/** Lets a suspended user sign in again. Sessions, tokens and devices that the suspension revoked stay revoked.
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
    return recordOf(await findUserRecord(db, id));
  });
}
