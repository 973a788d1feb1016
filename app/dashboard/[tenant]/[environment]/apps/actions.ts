"use server";

import { z } from "zod";
import { About, nameField, newKeyField, withKey, wordsField } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { changeApp } from "@/lib/core/apps/change-app";
import { changePackagePolicy } from "@/lib/core/apps/change-package-policy";
import { createApp } from "@/lib/core/apps/create-app";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { key } from "@/lib/core/contract/fields";

const t = laterIn("access");

const policy = {
  packagePolicy: z.enum(["none", "any", "listed"], { error: later("frame", "fields.choose") }),
  allowedOrganizationTypes: z.array(key).max(500),
  requiredEntitlements: wordsField,
};

/** Creates an app. */
export const createAppAction = administratorAction(
  z.object({ name: nameField, key: newKeyField }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const app = await createApp(caller, withKey(input));
    return {
      done: t("apps.done.created", { name: app.name }),
      goTo: placePath(place, `apps/${app.id}`),
    };
  },
);

/** Renames an app. */
export const renameAppAction = administratorAction(
  About.extend({ name: nameField }),
  { role: "admin" },
  async ({ caller, input: { id, name } }) => {
    await changeApp(caller, id, { name });
    return { done: t("apps.done.renamed", { name }) };
  },
);

/** Changes which organizations reach an app. */
export const changePolicyAction = administratorAction(
  About.extend(policy),
  { role: "admin" },
  async ({ caller, input: { id, ...changes } }) => {
    const { name } = await changePackagePolicy(caller, id, changes);
    return { done: t("apps.done.rules", { name }) };
  },
);

/** Disables or enables an app. */
export const setAppStatusAction = administratorAction(
  About.extend({ status: z.enum(["active", "disabled"]) }),
  { role: "admin" },
  async ({ caller, input: { id, status } }) => {
    const { name } = await setAppStatus(caller, id, status);
    return { done: t(status === "active" ? "apps.done.enabled" : "apps.done.disabled", { name }) };
  },
);
