"use server";

import { z } from "zod";
import {
  About,
  keyField,
  nameField,
  newKeyField,
  optionalLine,
  tickedIds,
  withKey,
  wordsField,
} from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { changeRole } from "@/lib/core/roles/change-role";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { createRole } from "@/lib/core/roles/create-role";
import { deleteRole } from "@/lib/core/roles/delete-role";
import { findRole } from "@/lib/core/roles/role-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("access");

// A change to a role's members or permissions grants or removes access.
const dangerous = { role: "admin", stepUp: true } as const;
const fields = {
  name: nameField,
  key: keyField,
  description: optionalLine(1000),
  permissions: wordsField,
};

/** Creates a role, and sets the apps that it reaches. */
export const createRoleAction = administratorAction(
  z.object({ ...fields, key: newKeyField, appIds: tickedIds }),
  dangerous,
  async ({ caller, input, place }) => {
    const role = await createRole(caller, withKey(input));
    return {
      done: t("roles.done.created", { name: role.name }),
      goTo: placePath(place, `roles/${role.id}`),
    };
  },
);

/** Changes a role, except its apps. */
export const changeRoleAction = administratorAction(
  About.extend(fields),
  dangerous,
  async ({ caller, input: { id, ...changes } }) => {
    const { name } = await changeRole(caller, id, changes);
    return { done: t("roles.done.changed", { name }) };
  },
);

/** Changes which apps a role reaches. */
export const changeRoleAppsAction = administratorAction(
  About.extend({ appIds: tickedIds }),
  dangerous,
  async ({ caller, input: { id, appIds } }) => {
    await changeRoleApps(caller, id, appIds);
    return { done: t("roles.done.apps") };
  },
);

/** Deletes an unused role, once its key was typed. */
export const deleteRoleAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  dangerous,
  async ({ caller, input, place }) => {
    const role = await inTransaction(caller, (db) => findRole(db, input.id));
    if (!role) throw missing();
    if (!matchesConfirmation(input, role.key)) return confirmationMismatch;
    await deleteRole(caller, input.id);
    return {
      done: t("roles.done.deleted", { name: role.name }),
      goTo: placePath(place, "roles"),
    };
  },
);
