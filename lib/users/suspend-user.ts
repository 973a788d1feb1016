import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { shutOutUser } from "@/lib/users/shut-out-user";
import type { UserRecord } from "@/lib/users/user";
import { findUserRecord, lockUser, updateUser } from "@/lib/users/user-store";

/** Keeps a user out from now on and ends whatever is open, in one transaction (contract, Suspend). A user who
 *  is suspended already stays as they are, first reason included, and nothing is audited.
 *  @throws ServiceError `missing` */
export function suspendUser(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<UserRecord> {
  return inTenant(caller, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) throw missing();
    if (user.status !== "suspended") {
      const at = now();
      await updateUser(transaction, id, {
        status: "suspended",
        suspendedAt: at,
        suspendedReason: reason,
      });
      const { actor, context } = caller;
      const ended = await shutOutUser(transaction, id, {
        actor,
        context,
        reason: "user_suspended",
        at,
      });
      await recordAuditEvent(transaction, {
        kind: "user.suspended",
        actor,
        context,
        targets: [{ type: "user", id }],
        metadata: { reason, ...ended },
        at,
      });
    }
    return recordOf(await findUserRecord(transaction, id));
  });
}

/** A record that this transaction holds. */
export function recordOf(user: UserRecord | null): UserRecord {
  if (!user) throw missing();
  return user;
}
