import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { lockOwnRole } from "@/lib/roles/change-role";
import { countRoleMembers, deleteRoleRow } from "@/lib/roles/role-store";

/** Deletes a role that no membership holds. The lock on its row keeps a membership from taking it up
 *  meanwhile (a foreign key needs a share of that lock).
 *  @throws ServiceError `missing`, or `conflict` for one in use and for a system role */
export async function deleteRole(caller: Caller, id: string): Promise<void> {
  await inTenant(caller, async (transaction) => {
    const role = await lockOwnRole(transaction, id);
    const members = await countRoleMembers(transaction, id);
    if (members > 0)
      throw new ServiceError("conflict", {
        detail: `id: the role is in use by ${members} membership(s); give them another first.`,
      });
    await deleteRoleRow(transaction, id);
    await recordAuditEvent(transaction, {
      kind: "role.deleted",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "role", id, name: role.name }],
      metadata: { key: role.key },
    });
  });
}
