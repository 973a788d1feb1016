import { z } from "zod";
import { ofSize, WITH_SETS } from "@/lib/core/contract/body-size";
import { key, line, name, words } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { Role } from "@/lib/core/roles/role";

export const RoleResource = z
  .object({
    id,
    key: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    permissions: z.array(z.string()),
    is_system: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Role", description: "What a member of an organization may do." });

export const RoleList = z.object({ roles: z.array(RoleResource) }).meta({ id: "RoleList" });

export const NewRoleBody = ofSize(
  z
    .strictObject({
      key,
      name,
      description: line(1000).nullable().optional(),
      permissions: words.optional(),
    })
    .meta({ id: "NewRole" }),
  WITH_SETS,
);

export const RoleChangesBody = ofSize(
  z
    .strictObject({
      key: key.optional(),
      name: name.optional(),
      description: line(1000).nullable().optional(),
      permissions: words.optional(),
    })
    .meta({ id: "RoleChanges", description: "Fields that are absent stay as they are." }),
  WITH_SETS,
);

/** A role in wire format. */
export function roleResponse(role: Role): z.infer<typeof RoleResource> {
  return {
    id: role.id,
    key: role.key,
    name: role.name,
    description: role.description,
    permissions: role.permissions,
    is_system: role.isSystem,
    created_at: wireTime(role.createdAt),
    updated_at: wireTime(role.updatedAt),
  };
}
