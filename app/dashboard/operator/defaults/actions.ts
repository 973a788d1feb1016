"use server";

import { z } from "zod";
import {
  factorBoxes,
  onOrOff,
} from "@/app/dashboard/[tenant]/[environment]/security-policy/policy-fields";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { changePolicyDefaults } from "@/lib/core/operators/change-policy-defaults";

const wholeNumber = (says: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, says)
    .transform(Number);

/** Changes the default policy, for tenants without an override. */
export const changeDefaultsAction = operatorAction(
  (t) => {
    const whole = wholeNumber(t("defaults.notWhole"));
    const wholeOrNone = z.union([z.literal("").transform(() => null), whole], {
      error: t("defaults.notWholeOrNone"),
    });
    return z.object({
      idleTimeoutMinutes: whole,
      absoluteTimeoutMinutes: whole,
      loginOtp: z.enum(["never", "untrusted_device", "always"]),
      trustedDeviceDays: whole,
      trustedDeviceEmail: onOrOff,
      passwordMinLength: whole,
      stepUpMaxAgeSeconds: whole,
      lockoutThreshold: wholeOrNone,
      lockoutWindowMinutes: wholeOrNone,
      lockoutDurationMinutes: wholeOrNone,
      allowedFactors: factorBoxes,
      emailOtpBesideFactors: onOrOff,
      factorGraceDays: whole,
      administratorsRequireFactor: onOrOff,
    });
  },
  async ({ by, input, t }) => {
    await changePolicyDefaults(by, input);
    return { done: t("defaults.done") };
  },
);
