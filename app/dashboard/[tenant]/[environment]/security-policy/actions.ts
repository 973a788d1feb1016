"use server";

import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { changeSecurityPolicy } from "@/lib/core/security-policy/change-security-policy";
import { PolicyChange, PolicyReset } from "./policy-fields";

const t = laterIn("settings");

/** Overrides a setting of the tenant's policy. */
export const overrideAction = administratorAction(
  PolicyChange,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    await changeSecurityPolicy(caller, input);
    return { done: t("policy.saved") };
  },
);

/** Resets a setting, so that it follows the platform again. */
export const resetAction = administratorAction(
  PolicyReset,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    await changeSecurityPolicy(
      caller,
      Object.fromEntries(input.field.map((field) => [field, null])),
    );
    return { done: t("policy.wasReset") };
  },
);
