import type { AdministratorRole } from "@/lib/administrators/administrator";
import {
  assertActsAsOwner,
  assertOwnerLeft,
  entryOf,
} from "@/lib/administrators/administrator-rules";
import { lockAdministrators, writeRole } from "@/lib/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Changes what somebody may do in the tenant, from their next page on.
 *  @throws ServiceError `missing`, `forbidden` when the caller is no owner (any more), `conflict` when no owner
 *    would be left */
export function changeAdministratorRole(
  caller: Caller,
  userId: string,
  role: AdministratorRole,
): Promise<void> {
  return inTenant(caller, async (transaction) => {
    const entries = await lockAdministrators(transaction);
    assertActsAsOwner(caller, entries);
    const { id, role: before } = entryOf(entries, userId);
    if (before === role) return;
    assertOwnerLeft(entries, userId);
    await writeRole(transaction, id, role);
    await recordAuditEvent(transaction, {
      kind: "administrator.role_changed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id }],
      metadata: { before: { role: before }, after: { role } },
    });
  });
}
