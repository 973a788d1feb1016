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
export const FACTORS_PRESENT = "asked";

/** Ticked factors; undefined where the form has no boxes for them. The use case refuses an empty list. */
export const factorBoxes = z
  .array(z.enum([FACTORS_PRESENT, ...allowedFactors]))
  .transform((sent) =>
    sent.includes(FACTORS_PRESENT)
      ? allowedFactors.filter((factor) => sent.includes(factor))
      : undefined,
  );

/** Form of the policy: any of its fields. The use case checks their bounds. */
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

/** Fields to reset to the platform's value. */
export const PolicyReset = z.object({
  field: z.array(PolicyChange.keyof()).min(1).max(3),
});
