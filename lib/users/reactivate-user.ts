import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { recordOf } from "@/lib/users/suspend-user";
import type { UserRecord } from "@/lib/users/user";
import { findUserRecord, lockUser, updateUser } from "@/lib/users/user-store";

/** Lets a suspended user sign in again. What the suspension revoked stays revoked.
 *  @throws ServiceError `missing` */
export function reactivateUser(caller: Caller, id: string): Promise<UserRecord> {
  return inTenant(caller, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) throw missing();
    if (user.status === "suspended") {
      await updateUser(transaction, id, {
        status: "active",
        suspendedAt: null,
        suspendedReason: null,
      });
      await recordAuditEvent(transaction, {
        kind: "user.reactivated",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "user", id }],
      });
    }
    return recordOf(await findUserRecord(transaction, id));
  });
}
