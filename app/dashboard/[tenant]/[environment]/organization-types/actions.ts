"use server";

import { z } from "zod";
import { About, nameField, newKeyField, withKey } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { changeOrganizationType } from "@/lib/core/organization-types/change-organization-type";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { deleteOrganizationType } from "@/lib/core/organization-types/delete-organization-type";
import { findOrganizationTypeById } from "@/lib/core/organization-types/organization-type-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("organizations");

/** Creates an organization type. */
export const createTypeAction = administratorAction(
  z.object({ name: nameField, key: newKeyField }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    await createOrganizationType(caller, withKey(input));
    return {
      done: t("types.done.created", { name: input.name }),
      goTo: placePath(place, "organization-types"),
    };
  },
);

/** Renames an organization type. */
export const renameTypeAction = administratorAction(
  About.extend({ name: nameField }),
  { role: "admin" },
  async ({ caller, input: { id, name } }) => {
    await changeOrganizationType(caller, id, { name });
    return { done: t("types.done.renamed", { name }) };
  },
);

/** Deletes an unused organization type, once its key was typed. */
export const deleteTypeAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const type = await inTransaction(caller, (db) => findOrganizationTypeById(db, input.id));
    if (!type) throw missing();
    if (!matchesConfirmation(input, type.key)) return confirmationMismatch;
    await deleteOrganizationType(caller, input.id);
    return {
      done: t("types.done.deleted", { name: type.name }),
      goTo: placePath(place, "organization-types"),
    };
  },
);
