"use server";

import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { changeSecurityPolicy } from "@/lib/security-policy/change-security-policy";
import { policyChange, policyReset } from "./policy-fields";

/** Overrides a setting of the tenant's policy. */
export const overrideAction: FormAction = async (state, form) => {
  const { t } = await wordsOf("settings");
  const override = administratorAction(
    policyChange(t),
    { role: "admin", stepUp: true },
    async ({ caller, input }): Promise<FormState> => {
      await changeSecurityPolicy(caller, input);
      return { done: t("policy.saved") };
    },
  );
  return override(state, form);
};

/** Lets a setting follow the platform again. */
export const resetAction: FormAction = async (state, form) => {
  const { t } = await wordsOf("settings");
  const reset = administratorAction(
    policyReset(t),
    { role: "admin", stepUp: true },
    async ({ caller, input }): Promise<FormState> => {
      await changeSecurityPolicy(
        caller,
        Object.fromEntries(input.field.map((field) => [field, null])),
      );
      return { done: t("policy.wasReset") };
    },
  );
  return reset(state, form);
};
