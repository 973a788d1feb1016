import { changeRole } from "@/lib/core/roles/change-role";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { createRole } from "@/lib/core/roles/create-role";
import { deleteRole } from "@/lib/core/roles/delete-role";
import type { RoleFields } from "@/lib/core/roles/role";
import { listRoles } from "@/lib/core/roles/role-store";
import { listAppKeysOfRoles } from "@/lib/features/configuration/configuration-store";
import type { Section, StepContext } from "@/lib/features/configuration/section";

type Fields = Partial<RoleFields> & { apps?: string[] };

const idsOf = ({ names }: StepContext, apps: string[]) =>
  apps.map((key) => names.idOf("apps", key));

/** Roles of members. Roles created by the service are not part of a configuration. */
export const rolesSection: Section = {
  name: "roles",
  empty: {},
  read: async (db, names) => {
    const [roles, apps] = await Promise.all([listRoles(db), listAppKeysOfRoles(db)]);
    const keysOf = Map.groupBy(apps, ({ roleId }) => roleId);
    for (const { key, id, isSystem } of roles) {
      names.add("roles", key, id);
      if (isSystem) names.systemRoles.add(key);
    }
    return Object.fromEntries(
      roles
        .filter(({ isSystem }) => !isSystem)
        .map(({ id, key, name, description, permissions }) => {
          const reached = (keysOf.get(id) ?? []).map((app) => app.key);
          return [key, { name, description, permissions, apps: reached }];
        }),
    );
  },
  desired: ({ roles }) => roles,
  references: ({ apps }) =>
    ((apps ?? []) as string[]).map((key) => ({ field: "apps", to: "apps", key })),
  problems: (desired, _, { names }) =>
    Object.keys(desired)
      .filter((key) => names.systemRoles.has(key))
      .map((key) => ({
        path: ["roles", key],
        message: "is a role that the service made, which can't be changed",
      })),
  create: async (place, key, thing) => {
    const { apps = [], name = key, ...fields } = thing as Fields;
    const input = { ...fields, key, name, appIds: idsOf(place, apps) };
    const { id } = await createRole(place.caller, input);
    place.names.add("roles", key, id);
  },
  change: async (place, key, changes) => {
    const id = place.names.idOf("roles", key);
    const { apps, ...fields } = changes as Fields;
    if (Object.keys(fields).length > 0) await changeRole(place.caller, id, fields);
    if (apps) await changeRoleApps(place.caller, id, idsOf(place, apps));
  },
  remove: ({ caller, names }, key) => deleteRole(caller, names.idOf("roles", key)),
};
