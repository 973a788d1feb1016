"use server";

import { nameField, newKeyField } from "@/app/dashboard/_nouns/fields";
import { organizationTypes as types } from "@/app/dashboard/_nouns/noun";
import { changeAction, createAction, deleteAction } from "@/app/dashboard/_nouns/noun-actions";
import { changeOrganizationType } from "@/lib/core/organization-types/change-organization-type";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { deleteOrganizationType } from "@/lib/core/organization-types/delete-organization-type";
import { findOrganizationTypeById } from "@/lib/core/organization-types/organization-type-store";

/** Creates an organization type. */
export const createTypeAction = createAction(
  types,
  { name: nameField, key: newKeyField },
  createOrganizationType,
  types.path,
);

/** Renames an organization type. */
export const renameTypeAction = changeAction(
  types,
  { name: nameField },
  "renamed",
  changeOrganizationType,
);

/** Deletes an unused organization type, once its key was typed. */
export const deleteTypeAction = deleteAction(
  types,
  findOrganizationTypeById,
  deleteOrganizationType,
);
