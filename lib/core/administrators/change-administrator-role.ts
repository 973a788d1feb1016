import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import {
  assertActsAsOwner,
  assertOwnerLeft,
  entryOf,
} from "@/lib/core/administrators/administrator-rules";
import { lockAdministrators, writeRole } from "@/lib/core/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Changes an administrator's role in the tenant, from their next page on.
 *  @throws ServiceError `missing`, `forbidden` when the caller is no owner (any more), `conflict` when no
 *  owner would be left */
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
