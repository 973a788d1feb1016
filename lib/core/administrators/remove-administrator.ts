import {
  assertActsAsOwner,
  assertOwnerLeft,
  entryOf,
} from "@/lib/core/administrators/administrator-rules";
import {
  endAdministrator,
  lockAdministrators,
} from "@/lib/core/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { withdrawInvitation } from "@/lib/core/platform/send-invitation";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Ends a user's administration of the tenant: their next page there is not found, and an unanswered
 *  invitation is void, including its link. Their account stays, because it is the platform's, and other
 *  tenants may use it.
 *  @throws ServiceError `missing`, `forbidden` when the caller is no owner (any more), `conflict` when no
 *  owner would be left */
export async function removeAdministrator(caller: Caller, userId: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const entries = await lockAdministrators(db);
    assertActsAsOwner(caller, entries);
    const { id, role } = entryOf(entries, userId);
    assertOwnerLeft(entries, userId);
    await endAdministrator(db, userId);
    await recordAuditEvent(db, {
      kind: "administrator.removed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id }],
      metadata: { role },
    });
  });
  await withdrawInvitation(caller, userId);
}
