import { changeOrganizationType } from "@/lib/core/organization-types/change-organization-type";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { deleteOrganizationType } from "@/lib/core/organization-types/delete-organization-type";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import type { Section } from "@/lib/features/configuration/section";

/** Types of organizations. */
export const organizationTypesSection: Section = {
  name: "organizationTypes",
  empty: {},
  read: async (db, names) => {
    const types = await listOrganizationTypes(db);
    for (const { key, id } of types) names.add("organizationTypes", key, id);
    return Object.fromEntries(types.map(({ key, name }) => [key, { name }]));
  },
  desired: ({ organizationTypes }) => organizationTypes,
  create: async ({ caller, names }, key, { name }) => {
    const { id } = await createOrganizationType(caller, { key, name: name as string });
    names.add("organizationTypes", key, id);
  },
  change: async ({ caller, names }, key, { name }) => {
    await changeOrganizationType(caller, names.idOf("organizationTypes", key), {
      name: name as string,
    });
  },
  remove: ({ caller, names }, key) =>
    deleteOrganizationType(caller, names.idOf("organizationTypes", key)),
};
