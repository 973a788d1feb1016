"use server";

import { z } from "zod";
import { operatorAction } from "@/app/dashboard/operator/_request/operator-action";
import { changePolicyDefaults } from "@/lib/platform/operators/change-policy-defaults";

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
  await changePolicyDefaults(by, input);
  return { done: "Saved: the platform’s defaults. They are in force from the next request on." };
});
