import { z } from "zod";
import { later } from "@/app/dashboard/_words/later";
import { allowedFactors, type PolicyOverrides } from "@/lib/core/security-policy/security-policy";

const whole = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, later("settings", "policy.notWhole"))
  .transform(Number)
  .optional();

export const onOrOff = z.enum(["on", "off"]).transform((value) => value === "on");

/** Value of a hidden field beside checkboxes: it tells a form with none ticked from one without these
 *  boxes. */
export const ASKED_FACTORS = "asked";

/** The ticked factors; undefined where the form has no boxes for them. None that is ticked is the use case's to refuse. */
export const factorBoxes = z
  .array(z.enum([ASKED_FACTORS, ...allowedFactors]))
  .transform((sent) =>
    sent.includes(ASKED_FACTORS)
      ? allowedFactors.filter((factor) => sent.includes(factor))
      : undefined,
  );

/** A form of the policy: any of its fields. Their bounds are the use case's. */
export const PolicyChange = z.object({
  idleTimeoutMinutes: whole,
  absoluteTimeoutMinutes: whole,
  loginOtp: z.enum(["never", "untrusted_device", "always"]).optional(),
  trustedDeviceDays: whole,
  trustedDeviceEmail: onOrOff.optional(),
  lockoutThreshold: whole,
  lockoutWindowMinutes: whole,
  lockoutDurationMinutes: whole,
  passwordMinLength: whole,
  stepUpMaxAgeSeconds: whole,
  allowedFactors: factorBoxes,
  emailOtpBesideFactors: onOrOff.optional(),
  factorGraceDays: whole,
  administratorsRequireFactor: onOrOff.optional(),
}) satisfies z.ZodType<Partial<PolicyOverrides>>;

/** Which fields to let follow the platform again. */
export const PolicyReset = z.object({
  field: z.array(PolicyChange.keyof()).min(1).max(3),
});
