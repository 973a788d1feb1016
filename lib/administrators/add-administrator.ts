import type { AdministratorRole } from "@/lib/administrators/administrator";
import { writeAdministrator } from "@/lib/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Lets a user of the platform tenant administer the caller's tenant, or changes how. */
export async function addAdministrator(
  caller: Caller,
  user: { id: string; email: string },
  role: AdministratorRole,
): Promise<void> {
  await inTenant(caller, async (transaction) => {
    await writeAdministrator(transaction, user.id, role);
    await recordAuditEvent(transaction, {
      kind: "administrator.added",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "administrator", id: user.id, name: user.email }],
      metadata: { role },
    });
  });
}
