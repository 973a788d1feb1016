"use server";

import { z } from "zod";
import {
  policyForm,
  wholeNumber,
} from "@/app/dashboard/[tenant]/[environment]/security-policy/policy-fields";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { changePolicyDefaults } from "@/lib/core/operators/change-policy-defaults";

/** Changes the default policy, for tenants without an override. */
export const changeDefaultsAction = operatorAction(
  (t) => {
    const whole = wholeNumber(t("defaults.notWhole"));
    const empty = z.literal("").transform(() => null);
    const wholeOrOff = z.union([empty, whole], { error: t("defaults.notWholeOrNone") });
    return policyForm({ whole, wholeOrOff });
  },
  async ({ by, input, t }) => {
    await changePolicyDefaults(by, input);
    return { done: t("defaults.done") };
  },
);
