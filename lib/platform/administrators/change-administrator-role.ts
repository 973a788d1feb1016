import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import type { AdministratorRole } from "@/lib/platform/administrators/administrator";
import {
  assertActsAsOwner,
  assertOwnerLeft,
  entryOf,
} from "@/lib/platform/administrators/administrator-rules";
import { lockAdministrators, writeRole } from "@/lib/platform/administrators/administrator-store";

/** Changes what somebody may do in the tenant, from their next page on.
 *  @throws ServiceError `missing`, `forbidden` when the caller is no owner (any more), `conflict` when no owner
 *    would be left */
export function changeAdministratorRole(
  caller: Caller,
  userId: string,
  role: AdministratorRole,
): Promise<void> {
  return inTransaction(caller, async (db) => {
    const entries = await lockAdministrators(db);
    assertActsAsOwner(caller, entries);
    const { id, role: before } = entryOf(entries, userId);
    if (before === role) return;
    assertOwnerLeft(entries, userId);
    await writeRole(db, id, role);
    await recordAuditEvent(db, {
      kind: "administrator.role_changed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id }],
      metadata: { before: { role: before }, after: { role } },
    });
  });
}
