import {
  assertActsAsOwner,
  assertOwnerLeft,
  entryOf,
} from "@/lib/administrators/administrator-rules";
import { endAdministrator, lockAdministrators } from "@/lib/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Ends that somebody administers the tenant: their next page there is not found. Their account stays, because it
 *  is the platform's, and other tenants may know it.
 *  @throws ServiceError `missing`, `forbidden` when the caller is no owner (any more), `conflict` when no owner
 *    would be left */
export function removeAdministrator(caller: Caller, userId: string): Promise<void> {
  return inTenant(caller, async (transaction) => {
    const entries = await lockAdministrators(transaction);
    assertActsAsOwner(caller, entries);
    const { role } = entryOf(entries, userId);
    if (role === "owner") assertOwnerLeft(entries, userId);
    await endAdministrator(transaction, userId);
    await recordAuditEvent(transaction, {
      kind: "administrator.removed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id: userId }],
      metadata: { role },
    });
  });
}
