import { z } from "zod";
import { bodyId, key, line, name } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { Organization } from "@/lib/core/organizations/organization";

export const slug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    "must be 1 to 63 lower-case letters, digits and inner dashes",
  );
const externalId = line(255).nullable();

export const OrganizationResource = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    external_id: z.string().nullable(),
    status: z.enum(["active", "disabled"]),
    environment: z.string(),
    organization_type: z.string().nullable(),
    package_id: id.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: "Organization",
    description:
      "A tenant's customer. Status, type and package are those of the caller's environment.",
  });

export const OrganizationList = z
  .object({ organizations: z.array(OrganizationResource) })
  .meta({ id: "OrganizationList" });

export const NewOrganizationBody = z
  .strictObject({
    name,
    slug: slug.optional().meta({ description: "Derived from the name when absent." }),
    external_id: externalId.optional(),
    organization_type: key.nullable().optional(),
    package_id: bodyId.nullable().optional(),
  })
  .meta({ id: "NewOrganization" });

export const OrganizationChangesBody = z
  .strictObject({
    name: name.optional(),
    slug: slug.optional(),
    external_id: externalId.optional(),
  })
  .meta({
    id: "OrganizationChanges",
    description: "Fields that are absent stay as they are; null clears a field.",
  });

/** An organization in wire format. */
export function organizationResponse(one: Organization): z.infer<typeof OrganizationResource> {
  return {
    id: one.id,
    name: one.name,
    slug: one.slug,
    external_id: one.externalId,
    status: one.status,
    environment: one.environment,
    organization_type: one.organizationType,
    package_id: one.packageId,
    created_at: wireTime(one.createdAt),
    updated_at: wireTime(one.updatedAt),
  };
}
