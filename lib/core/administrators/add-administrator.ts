import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import { writeAdministrator } from "@/lib/core/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Makes a user of the platform tenant an administrator of the caller's tenant at once, or changes their
 *  role: for the operator of the installation. A tenant invites (`invite-administrator`). */
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
