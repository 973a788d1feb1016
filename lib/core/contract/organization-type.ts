import { z } from "zod";
import { key, name } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";
import type { OrganizationType } from "@/lib/core/organization-types/organization-type-store";

const typeName = name.meta({ description: "What people call the type." });

export const OrganizationTypeResource = z
  .object({
    id: id.meta({ description: "The type's id." }),
    key: z.string().meta({
      description:
        "What apps and workspaces call the type. The key is unique in the environment and never changes.",
    }),
    name: z.string().meta({ description: "What people call the type." }),
  })
  .meta({
    id: "OrganizationType",
    description: "A kind of organization. Apps may be limited to some kinds.",
  });

export const OrganizationTypeList = z
  .object({
    organization_types: z
      .array(OrganizationTypeResource)
      .meta({ description: "Every type of the environment, by key." }),
  })
  .meta({ id: "OrganizationTypeList" });

export const NewOrganizationTypeBody = z
  .strictObject({
    key: key.meta({
      description:
        "What apps and workspaces call the type. The key is unique in the environment and never changes.",
    }),
    name: typeName,
  })
  .meta({ id: "NewOrganizationType" });

export const OrganizationTypeChangesBody = z
  .strictObject({ name: typeName.optional() })
  .meta({ id: "OrganizationTypeChanges", description: "Fields that are absent stay as they are." });

/** An organization type in wire format. */
export function organizationTypeResponse({
  id,
  key,
  name,
}: OrganizationType): z.infer<typeof OrganizationTypeResource> {
  return { id, key, name };
}

/** All organization types in wire format. */
export function organizationTypeList(
  types: readonly OrganizationType[],
): z.infer<typeof OrganizationTypeList> {
  return { organization_types: types.map(organizationTypeResponse) };
}
