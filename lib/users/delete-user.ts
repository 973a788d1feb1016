import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { releaseBindingsOfUser } from "@/lib/external-identities/release-binding";
import { deleteMembershipsOfUser } from "@/lib/organizations/membership-store";
import { shutOutUser } from "@/lib/users/shut-out-user";
import { anonymiseUser, lockUser } from "@/lib/users/user-store";

/** Deletes a user: everything open ends, memberships go, external principals are free
 *  for another claim, and the row keeps nothing of the person. The id stays,
 *  because audit events name it; the address can be given to somebody new.
 *  @throws ServiceError `missing` */
export async function deleteUser(caller: Caller, id: string): Promise<void> {
  await inTenant(caller, async (transaction) => {
    if (!(await lockUser(transaction, id))) throw missing();
    const at = now();
    const { actor, context } = caller;
    const by = { actor, context, reason: "user_deleted", at };
    const ended = await shutOutUser(transaction, id, by);
    const memberships = await deleteMembershipsOfUser(transaction, id);
    const bindings = await releaseBindingsOfUser(transaction, id, { actor, context, at });
    await anonymiseUser(transaction, id, at);
    await recordAuditEvent(transaction, {
      kind: "user.deleted",
      actor,
      context,
      targets: [{ type: "user", id }],
      metadata: { ...ended, memberships, bindings },
      at,
    });
  });
}
