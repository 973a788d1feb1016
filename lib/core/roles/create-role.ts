import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Role, RoleFields } from "@/lib/core/roles/role";
import { insertRole } from "@/lib/core/roles/role-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Creates a role in the caller's environment. It reaches no app until apps are assigned.
 *  @throws ServiceError `conflict` when the key is taken in the environment */
export async function createRole(
  caller: Caller,
  input: Pick<RoleFields, "key" | "name"> & Partial<RoleFields> & { isSystem?: boolean },
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
      return role;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? roleKeyTaken() : error;
  }
}

/** Returns the refusal of a second role with the same key. */
export function roleKeyTaken(): ServiceError {
  return new ServiceError("conflict", {
    detail: "key: another role of this environment has this key.",
    says: { name: "roleKeyTaken" },
  });
}
