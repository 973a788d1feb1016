import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { releaseBindingsOfUser } from "@/lib/core/external-identities/release-binding";
import { deleteMembershipsOfUser } from "@/lib/core/memberships/membership-store";
import { forgetUser } from "@/lib/core/user-lifecycle/forget-user";
import { endWithAccess } from "@/lib/core/user-lifecycle/what-ends";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Deletes a user: sessions, tokens and links end, memberships are deleted, external principals are free
 *  for another claim, and no personal data stays. The id stays, because audit events name it; other
 *  personal data in them becomes pseudonyms soon after; the address can be used for a new user.
 *  @throws ServiceError `missing` */
export async function deleteUser(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const user = await lockUser(db, id);
    if (!user) throw missing();
    const at = now();
    const { actor, context } = caller;
    const by = { actor, context, reason: "user_deleted", at };
    const ended = await endWithAccess(db, id, by);
    const memberships = await deleteMembershipsOfUser(db, id);
    const bindings = await releaseBindingsOfUser(db, id, { actor, context, at });
    await forgetUser(db, user, at);
    await recordAuditEvent(db, {
      kind: "user.deleted",
      actor,
      context,
      targets: [{ type: "user", id }],
      metadata: { ...ended, memberships, bindings },
      at,
    });
  });
}
