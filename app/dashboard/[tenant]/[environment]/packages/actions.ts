"use server";

import { z } from "zod";
import {
  About,
  keyField,
  nameField,
  newKeyField,
  tickedIds,
  withKey,
  wordsField,
} from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { changePackage } from "@/lib/core/packages/change-package";
import { changePackageApps } from "@/lib/core/packages/change-package-apps";
import { createPackage } from "@/lib/core/packages/create-package";
import { deletePackage } from "@/lib/core/packages/delete-package";
import { findPackage } from "@/lib/core/packages/package-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("access");

const fields = {
  name: nameField,
  key: keyField,
  status: z.enum(["active", "inactive"], { error: later("frame", "fields.choose") }),
  entitlements: wordsField,
};

/** Creates a package. */
export const createPackageAction = administratorAction(
  z.object({ ...fields, key: newKeyField, appIds: tickedIds }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const made = await createPackage(caller, withKey(input));
    return {
      done: t("packages.done.created", { name: made.name }),
      goTo: placePath(place, `packages/${made.id}`),
    };
  },
);

/** Changes a package, except its apps. */
export const changePackageAction = administratorAction(
  About.extend(fields),
  { role: "admin" },
  async ({ caller, input: { id, ...changes } }) => {
    const { name } = await changePackage(caller, id, changes);
    return { done: t("packages.done.changed", { name }) };
  },
);

/** Changes which apps a package lists. */
export const changePackageAppsAction = administratorAction(
  About.extend({ appIds: tickedIds }),
  { role: "admin" },
  async ({ caller, input: { id, appIds } }) => {
    const { name } = await changePackageApps(caller, id, appIds);
    return { done: t("packages.done.apps", { name }) };
  },
);

/** Deletes an unused package, once its key was typed. */
export const deletePackageAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const stored = await inTransaction(caller, (db) => findPackage(db, input.id));
    if (!stored) throw missing();
    if (!matchesConfirmation(input, stored.key)) return confirmationMismatch;
    await deletePackage(caller, input.id);
    return {
      done: t("packages.done.deleted", { name: stored.name }),
      goTo: placePath(place, "packages"),
    };
  },
);
