import { randomUUID } from "node:crypto";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { createRole } from "@/lib/core/roles/create-role";
import type { Role, RoleFields } from "@/lib/core/roles/role";
import type { Caller } from "@/lib/kernel/caller";

/** A role that reaches `appIds`. Keys are unique in a run. */
export async function aRole(
  environment: Caller,
  { appIds = [], ...options }: Partial<RoleFields> & { appIds?: string[]; isSystem?: boolean } = {},
): Promise<Role> {
  const role = await createRole(environment, {
    key: `role-${randomUUID()}`,
    name: "Analyst",
    permissions: ["reports:read"],
    ...options,
  });
  if (appIds.length > 0) await changeRoleApps(environment, role.id, appIds);
  return role;
}
