import type { AdministratorRole } from "@/lib/administrators/administrator";
import { writeAdministrator } from "@/lib/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Lets a user of the platform tenant administer the caller's tenant at once, or changes how: for whoever runs the
 *  installation. A tenant invites (`invite-administrator`). */
export async function addAdministrator(
  caller: Caller,
  user: { id: string; email: string },
  role: AdministratorRole,
): Promise<void> {
  await inTenant(caller, async (transaction) => {
    const id = await writeAdministrator(transaction, user.id, role);
    await recordAuditEvent(transaction, {
      kind: "administrator.added",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id, name: user.email }],
      metadata: { role },
    });
  });
}
