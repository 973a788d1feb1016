import {
  assertActsAsOwner,
  assertOwnerLeft,
  entryOf,
} from "@/lib/administrators/administrator-rules";
import { endAdministrator, lockAdministrators } from "@/lib/administrators/administrator-store";
import { withdrawInvitation } from "@/lib/administrators/send-invitation";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Ends that somebody administers the tenant: their next page there is not found, and an invitation that they have
 *  not answered is void, its link included. Their account stays, because it
 *  is the platform's, and other tenants may know it.
 *  @throws ServiceError `missing`, `forbidden` when the caller is no owner (any more), `conflict` when no owner
 *    would be left */
export async function removeAdministrator(caller: Caller, userId: string): Promise<void> {
  await inTenant(caller, async (transaction) => {
    const entries = await lockAdministrators(transaction);
    assertActsAsOwner(caller, entries);
    const { id, role } = entryOf(entries, userId);
    assertOwnerLeft(entries, userId);
    await endAdministrator(transaction, userId);
    await recordAuditEvent(transaction, {
      kind: "administrator.removed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id }],
      metadata: { role },
    });
  });
  await withdrawInvitation(caller, userId);
}
