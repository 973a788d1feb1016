import { z } from "zod";
import { later } from "@/app/dashboard/_words/later";
import type { PolicyOverrides } from "@/lib/security-policy/security-policy";

const whole = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, later("settings", "policy.notWhole"))
  .transform(Number)
  .optional();

/** A form of the policy: any of its fields. Their bounds are the use case's. */
export const PolicyChange = z.object({
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

/** Which fields to let follow the platform again. */
export const PolicyReset = z.object({
  field: z.array(PolicyChange.keyof()).min(1).max(3),
});
