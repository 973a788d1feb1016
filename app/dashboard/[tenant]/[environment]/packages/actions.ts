"use server";

import { z } from "zod";
import {
  keyField,
  nameField,
  newKeyField,
  tickedIds,
  wordsField,
} from "@/app/dashboard/_nouns/fields";
import { packages } from "@/app/dashboard/_nouns/noun";
import { changeAction, createAction, deleteAction } from "@/app/dashboard/_nouns/noun-actions";
import { later } from "@/app/dashboard/_words/later";
import { changePackage } from "@/lib/core/packages/change-package";
import { changePackageApps } from "@/lib/core/packages/change-package-apps";
import { createPackage } from "@/lib/core/packages/create-package";
import { deletePackage } from "@/lib/core/packages/delete-package";
import { findPackage } from "@/lib/core/packages/package-store";

const status = z.enum(["active", "inactive"], { error: later("frame", "fields.choose") });
const fields = { name: nameField, key: keyField, status, entitlements: wordsField };

/** Creates a package. */
export const createPackageAction = createAction(
  packages,
  { ...fields, key: newKeyField, appIds: tickedIds },
  createPackage,
);

/** Changes a package, except its apps. */
export const changePackageAction = changeAction(packages, fields, "changed", changePackage);

/** Changes which apps a package lists. */
export const changePackageAppsAction = changeAction(
  packages,
  { appIds: tickedIds },
  "apps",
  (caller, id, { appIds }) => changePackageApps(caller, id, appIds),
);

/** Deletes an unused package, once its key was typed. */
export const deletePackageAction = deleteAction(packages, findPackage, deletePackage);
