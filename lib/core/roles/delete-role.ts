import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { lockOwnRole } from "@/lib/core/roles/change-role";
import { countRoleMembers, deleteRoleRow } from "@/lib/core/roles/role-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Deletes a role that no membership holds. The lock on its row keeps a membership from acquiring it
 *  meanwhile (a foreign key needs a share of that lock).
 *  @throws ServiceError `missing`, or `conflict` for one in use and for a system role */
export async function deleteRole(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const role = await lockOwnRole(db, id);
    const members = await countRoleMembers(db, id);
    if (members > 0)
      throw new ServiceError("conflict", {
        detail: `id: ${members} membership(s) have this role; give these memberships another role first.`,
        says: { name: "roleInUse", members },
      });
    await Promise.all([
      deleteRoleRow(db, id),
      recordAuditEvent(db, {
        kind: "role.deleted",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "role", id, name: role.name }],
        metadata: { key: role.key },
      }),
    ]);
  });
}
