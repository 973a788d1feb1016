"use server";

import { z } from "zod";
import { nameField, newKeyField, wordsField } from "@/app/dashboard/_nouns/fields";
import { apps } from "@/app/dashboard/_nouns/noun";
import { changeAction, createAction } from "@/app/dashboard/_nouns/noun-actions";
import { later } from "@/app/dashboard/_words/later";
import { changeApp } from "@/lib/core/apps/change-app";
import { changePackagePolicy } from "@/lib/core/apps/change-package-policy";
import { createApp } from "@/lib/core/apps/create-app";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { key } from "@/lib/core/contract/fields";

const policy = {
  packagePolicy: z.enum(["none", "any", "listed"], { error: later("frame", "fields.choose") }),
  allowedOrganizationTypes: z.array(key).max(500),
  requiredEntitlements: wordsField,
};

/** Creates an app. */
export const createAppAction = createAction(apps, { name: nameField, key: newKeyField }, createApp);

/** Renames an app. */
export const renameAppAction = changeAction(apps, { name: nameField }, "renamed", changeApp);

/** Changes which organizations reach an app. */
export const changePolicyAction = changeAction(apps, policy, "rules", changePackagePolicy);

/** Disables or enables an app. */
export const setAppStatusAction = changeAction(
  apps,
  { status: z.enum(["active", "disabled"]) },
  ({ status }) => (status === "active" ? "enabled" : "disabled"),
  (caller, id, { status }) => setAppStatus(caller, id, status),
);
