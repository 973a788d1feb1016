"use server";

import { z } from "zod";
import { About, nameField, optionalId, optionalLine } from "@/app/dashboard/_nouns/fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { key } from "@/lib/core/contract/fields";
import { changeOrganization } from "@/lib/core/organizations/change-organization";
import { createOrganization } from "@/lib/core/organizations/create-organization";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { addToEnvironment } from "@/lib/core/workspaces/add-to-environment";
import { changeWorkspacePackage } from "@/lib/core/workspaces/change-workspace-package";
import { changeWorkspaceType } from "@/lib/core/workspaces/change-workspace-type";
import { together } from "@/lib/kernel/db/transaction";

const t = laterIn("organizations");

const slug = z
  .string()
  .trim()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/, t("fields.slugRule"));
const typeKey = z.union([z.literal(""), key], { error: later("frame", "fields.choose") });

/** Creates an organization, in this environment. */
export const createOrganizationAction = administratorAction(
  z.object({
    name: nameField,
    slug,
    externalId: optionalLine(255),
    organizationType: typeKey,
    packageId: optionalId,
  }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const made = await createOrganization(caller, {
      ...input,
      slug: input.slug || undefined,
      organizationType: input.organizationType || null,
    });
    return {
      done: t("done.created", { name: made.name }),
      goTo: placePath(place, `organizations/${made.id}`),
    };
  },
);

/** Changes the name, slug and external id of an organization, in all environments. */
export const changeOrganizationAction = administratorAction(
  About.extend({
    name: nameField,
    slug: slug.min(1, t("fields.slugMissing")),
    externalId: optionalLine(255),
  }),
  { role: "admin" },
  async ({ caller, input: { id, ...changes } }) => {
    const { name } = await changeOrganization(caller, id, changes);
    return { done: t("done.changed", { name }) };
  },
);

/** Changes an organization's package and type in this environment. */
export const changeWorkspaceAction = administratorAction(
  About.extend({ packageId: optionalId, organizationType: typeKey }),
  { role: "admin" },
  async ({ caller, input: { id, packageId, organizationType } }) => {
    await together(caller, async (within) => {
      await changeWorkspacePackage(within, id, packageId);
      if (organizationType) await changeWorkspaceType(within, id, organizationType);
    });
    return { done: t("done.workspace") };
  },
);

/** Disables or enables an organization, in this environment. */
export const setOrganizationStatusAction = administratorAction(
  About.extend({ status: z.enum(["active", "disabled"]) }),
  { role: "admin" },
  async ({ caller, input: { id, status } }) => {
    const { name } = await setOrganizationStatus(caller, id, status);
    return { done: t(status === "active" ? "done.enabled" : "done.disabled", { name }) };
  },
);

/** Adds an organization to another environment of the tenant. */
export const addToEnvironmentAction = administratorAction(
  About.extend({ to: key, organizationType: typeKey.default("") }),
  { role: "admin" },
  async ({ caller, input: { id, to, organizationType } }) => {
    await addToEnvironment(caller, id, {
      environment: to,
      ...(organizationType ? { organizationType } : {}),
    });
    return { done: t("done.added", { environment: to }) };
  },
);
