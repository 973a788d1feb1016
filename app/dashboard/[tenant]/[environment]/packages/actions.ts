"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { About, keyField, nameField, tickedIds, wordsField } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { inTenant } from "@/lib/db";
import { changePackage } from "@/lib/packages/change-package";
import { changePackageApps } from "@/lib/packages/change-package-apps";
import { createPackage } from "@/lib/packages/create-package";
import { deletePackage } from "@/lib/packages/delete-package";
import { findPackage } from "@/lib/packages/package-store";

const fields = {
  name: nameField,
  key: keyField,
  status: z.enum(["active", "inactive"], { error: "Choose one of the list." }),
  entitlements: wordsField,
};

/** Makes a package. */
export const createPackageAction = administratorAction(
  z.object({ ...fields, appIds: tickedIds }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const made = await createPackage(caller, input);
    redirect(placePath(place, `packages/${made.id}`));
  },
);

/** Changes what a package is called and gives. */
export const changePackageAction = administratorAction(
  About.extend(fields),
  { role: "admin" },
  async ({ caller, input: { id, ...changes } }) => {
    await changePackage(caller, id, changes);
    return { done: "Saved. It holds from the next token on." };
  },
);

/** Changes which apps a package lists. */
export const changePackageAppsAction = administratorAction(
  About.extend({ appIds: tickedIds }),
  { role: "admin" },
  async ({ caller, input: { id, appIds } }) => {
    await changePackageApps(caller, id, appIds);
    return { done: "Saved. It holds from the next token on." };
  },
);

/** Deletes a package that nobody uses, once its key was typed. */
export const deletePackageAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const stored = await inTenant(caller, (transaction) => findPackage(transaction, input.id));
    if (stored && !typedAsAsked(input, stored.key)) return notTypedAsAsked;
    await deletePackage(caller, input.id);
    redirect(placePath(place, "packages"));
  },
);
