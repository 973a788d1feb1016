"use server";

import { z } from "zod";
import { namingField, optionalId } from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { word } from "@/lib/core/contract/fields";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { removeOverride, setOverride } from "@/lib/core/entitlements/change-override";

const t = laterIn("access");

const entitlement = z
  .string()
  .trim()
  .refine((text) => word.safeParse(text).success, t("exceptions.entitlementRule"));

/** Changes the mode of packages and entitlements, and the default package. */
export const changePolicyAction = administratorAction(
  z.object({
    mode: z.enum(["enforce", "observe", "off"], { error: later("frame", "fields.choose") }),
    defaultPackageId: optionalId,
  }),
  { role: "admin" },
  async ({ caller, input }) => {
    await changeEntitlementPolicy(caller, input);
    return { done: t("policy.done") };
  },
);

/** Grants an organization an entitlement, or denies it one. */
export const setOverrideAction = administratorAction(
  z.object({
    organization: namingField,
    entitlement,
    effect: z.enum(["grant", "deny"], { error: later("frame", "fields.choose") }),
  }),
  { role: "admin" },
  async ({ caller, input: { organization, ...override } }) => {
    const found = await organizationTyped(caller, organization);
    if ("problem" in found) return found;
    await setOverride(caller, { ...override, organizationId: found.id });
    const { effect, entitlement } = override;
    const done = effect === "grant" ? "exceptions.granting" : "exceptions.denying";
    return { done: t(done, { entitlement, name: found.name }) };
  },
);

/** Removes an organization's exception, so that its package decides again. */
export const removeOverrideAction = administratorAction(
  z.object({ organizationId: z.uuid(), entitlement }),
  { role: "admin" },
  async ({ caller, input }) => {
    await removeOverride(caller, input);
    return { done: t("exceptions.removed", { entitlement: input.entitlement }) };
  },
);
