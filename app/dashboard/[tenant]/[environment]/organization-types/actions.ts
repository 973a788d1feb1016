"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { About, keyField, nameField } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { inTenant } from "@/lib/db";
import { changeOrganizationType } from "@/lib/organizations/change-organization-type";
import { createOrganizationType } from "@/lib/organizations/create-organization-type";
import { deleteOrganizationType } from "@/lib/organizations/delete-organization-type";
import { findOrganizationTypeById } from "@/lib/organizations/organization-type-store";

/** Makes an organization type. */
export const createTypeAction = administratorAction(
  z.object({ name: nameField, key: keyField }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    await createOrganizationType(caller, input);
    redirect(placePath(place, "organization-types"));
  },
);

/** Changes what an organization type is called. */
export const renameTypeAction = administratorAction(
  About.extend({ name: nameField }),
  { role: "admin" },
  async ({ caller, input: { id, name } }) => {
    await changeOrganizationType(caller, id, { name });
    return { done: "The name is saved." };
  },
);

/** Deletes an organization type that nothing uses, once its key was typed. */
export const deleteTypeAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const type = await inTenant(caller, (t) => findOrganizationTypeById(t, input.id));
    if (type && !typedAsAsked(input, type.key)) return notTypedAsAsked;
    await deleteOrganizationType(caller, input.id);
    redirect(placePath(place, "organization-types"));
  },
);
