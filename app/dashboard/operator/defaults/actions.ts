"use server";

import { z } from "zod";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { changePolicyDefaults } from "@/lib/operators/change-policy-defaults";

const whole = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, "Enter a whole number.")
  .transform(Number);
const wholeOrNone = z.union([z.literal("").transform(() => null), whole], {
  error: "Enter a whole number, or nothing.",
});

const Defaults = z.object({
  idleTimeoutMinutes: whole,
  absoluteTimeoutMinutes: whole,
  loginOtp: z.enum(["never", "untrusted_device", "always"]),
  trustedDeviceDays: whole,
  trustedDeviceEmail: z.enum(["on", "off"]).transform((value) => value === "on"),
  passwordMinLength: whole,
  stepUpMaxAgeSeconds: whole,
  lockoutThreshold: wholeOrNone,
  lockoutWindowMinutes: wholeOrNone,
  lockoutDurationMinutes: wholeOrNone,
});

/** Changes what every tenant has that overrides nothing. */
export const changeDefaultsAction = operatorAction(Defaults, async ({ by, input }) => {
  const { lockoutThreshold, lockoutWindowMinutes, lockoutDurationMinutes, ...fields } = input;
  const parts = [lockoutThreshold, lockoutWindowMinutes, lockoutDurationMinutes];
  const [threshold, windowMinutes, durationMinutes] = parts;
  if (threshold == null || windowMinutes == null || durationMinutes == null) {
    if (parts.some((part) => part !== null))
      return {
        problem: "A lockout needs all three: threshold, window and duration. Or none of them.",
      };
    await changePolicyDefaults(by, { ...fields, lockout: null });
  } else
    await changePolicyDefaults(by, {
      ...fields,
      lockout: { threshold, windowMinutes, durationMinutes },
    });
  return { done: "Saved. It is in force from the next request on." };
});
