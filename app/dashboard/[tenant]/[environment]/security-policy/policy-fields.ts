import { z } from "zod";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { PolicyOverrides } from "@/lib/security-policy/security-policy";

/** A form of the policy: any of its fields. Their bounds are the use case's. */
export function policyChange(t: Translator<"settings">) {
  const whole = z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, t("policy.notWhole"))
    .transform(Number)
    .optional();
  return z.object({
    idleTimeoutMinutes: whole,
    absoluteTimeoutMinutes: whole,
    loginOtp: z.enum(["never", "untrusted_device", "always"]).optional(),
    trustedDeviceDays: whole,
    trustedDeviceEmail: z
      .enum(["on", "off"])
      .transform((value) => value === "on")
      .optional(),
    lockoutThreshold: whole,
    lockoutWindowMinutes: whole,
    lockoutDurationMinutes: whole,
    passwordMinLength: whole,
    stepUpMaxAgeSeconds: whole,
  }) satisfies z.ZodType<Partial<PolicyOverrides>>;
}

/** Which fields to let follow the platform again. */
export function policyReset(t: Translator<"settings">) {
  return z.object({ field: z.array(policyChange(t).keyof()).min(1).max(3) });
}
