import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import { writeAdministrator } from "@/lib/core/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Lets a user of the platform tenant administer the caller's tenant at once, or changes how: for whoever runs the
 *  installation. A tenant invites (`invite-administrator`). */
export async function addAdministrator(
  caller: Caller,
  user: { id: string; email: string },
  role: AdministratorRole,
): Promise<void> {
  await inTransaction(caller, async (db) => {
    const id = await writeAdministrator(db, user.id, role);
    await recordAuditEvent(db, {
      kind: "administrator.added",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id, name: user.email }],
      metadata: { role },
    });
  });
}
