"use server";

import {
  keyField,
  nameField,
  newKeyField,
  optionalLine,
  tickedIds,
  wordsField,
} from "@/app/dashboard/_nouns/fields";
import { roles } from "@/app/dashboard/_nouns/noun";
import { changeAction, createAction, deleteAction } from "@/app/dashboard/_nouns/noun-actions";
import { changeRole } from "@/lib/core/roles/change-role";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { createRole } from "@/lib/core/roles/create-role";
import { deleteRole } from "@/lib/core/roles/delete-role";
import { findRole } from "@/lib/core/roles/role-store";

const description = optionalLine(1000);
const fields = { name: nameField, key: keyField, description, permissions: wordsField };

/** Creates a role with the apps that it reaches. */
export const createRoleAction = createAction(
  roles,
  { ...fields, key: newKeyField, appIds: tickedIds },
  createRole,
);

/** Changes a role, except its apps. */
export const changeRoleAction = changeAction(roles, fields, "changed", changeRole);

/** Changes which apps a role reaches. */
export const changeRoleAppsAction = changeAction(
  roles,
  { appIds: tickedIds },
  "apps",
  (caller, id, { appIds }) => changeRoleApps(caller, id, appIds),
);

/** Deletes an unused role, once its key was typed. */
export const deleteRoleAction = deleteAction(roles, findRole, deleteRole);
