import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Role, RoleFields } from "@/lib/core/roles/role";
import { lockRole, updateRole } from "@/lib/core/roles/role-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Changes a role; tokens minted from now on carry the change, issued ones are unchanged.
 *  @throws ServiceError `missing`, or `conflict` for a system role or a key that is taken */
export async function changeRole(
  caller: Caller,
  id: string,
  changes: Partial<RoleFields>,
): Promise<Role> {
  try {
    return await inTransaction(caller, async (db) => {
      const role = await lockOwnRole(db, id);
      const changed = changedFields<RoleFields>(role, changes);
      if (changed.length === 0) return role;
      const [updated] = await Promise.all([
        updateRole(db, id, changes),
        recordAuditEvent(db, {
          kind: "role.updated",
          actor: caller.actor,
          context: caller.context,
          targets: [{ type: "role", id, name: role.name }],
          metadata: { changed },
        }),
      ]);
      return updated;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? roleKeyTaken() : error;
  }
}

/** Returns a role that the tenant may change, locked.
 *  @throws ServiceError `missing`, or `conflict` for a system role */
export async function lockOwnRole(db: Queryable, id: string): Promise<Role> {
  const role = await lockRole(db, id);
  if (!role) throw missing();
  if (role.isSystem)
    throw new ServiceError("conflict", {
      detail: "is_system: a role that the service made cannot be changed or deleted.",
      says: { name: "systemRole" },
    });
  return role;
}

/** Returns the refusal of a second role with the same key. */
export function roleKeyTaken(): ServiceError {
  return new ServiceError("conflict", {
    detail: "key: another role of this environment has this key.",
    says: { name: "roleKeyTaken" },
  });
}
