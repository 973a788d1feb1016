import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { releaseBindingsOfUser } from "@/lib/external-identities/release-binding";
import { deleteMembershipsOfUser } from "@/lib/organizations/membership-store";
import { forgetUser } from "@/lib/users/forget-user";
import { shutOutUser } from "@/lib/users/shut-out-user";
import { lockUser } from "@/lib/users/user-store";

/** Deletes a user: everything open ends, memberships go, external principals are free
 *  for another claim, and nothing of the person stays but in the audit trail. The id stays,
 *  because audit events name it; the address can be given to somebody new.
 *  @throws ServiceError `missing` */
export async function deleteUser(caller: Caller, id: string): Promise<void> {
  await inTenant(caller, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) throw missing();
    const at = now();
    const { actor, context } = caller;
    const by = { actor, context, reason: "user_deleted", at };
    const ended = await shutOutUser(transaction, id, by);
    const memberships = await deleteMembershipsOfUser(transaction, id);
    const bindings = await releaseBindingsOfUser(transaction, id, { actor, context, at });
    await forgetUser(transaction, user, at);
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
