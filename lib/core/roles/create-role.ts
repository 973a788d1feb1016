import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { roleKeyTaken } from "@/lib/core/roles/change-role";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import type { Role, RoleFields } from "@/lib/core/roles/role";
import { insertRole } from "@/lib/core/roles/role-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction, partOf } from "@/lib/kernel/db/transaction";

/** Creates a role in the caller's environment, which reaches `appIds`.
 *  @throws ServiceError `conflict` when the key is taken in the environment, `unprocessable` for an unknown
 *  app */
export async function createRole(
  caller: Caller,
  input: Pick<RoleFields, "key" | "name"> &
    Partial<RoleFields> & { isSystem?: boolean; appIds?: readonly string[] },
): Promise<Role> {
  try {
    return await inTransaction(caller, async (db) => {
      const role = await insertRole(db, {
        key: input.key,
        name: input.name,
        description: input.description ?? null,
        permissions: input.permissions ?? [],
        isSystem: input.isSystem ?? false,
      });
      await recordAuditEvent(db, {
        kind: "role.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "role", id: role.id, name: role.name }],
        metadata: { key: role.key, permissions: role.permissions },
      });
      const { appIds = [] } = input;
      if (appIds.length > 0) await changeRoleApps(partOf(db, caller), role.id, appIds);
      return role;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? roleKeyTaken() : error;
  }
}
