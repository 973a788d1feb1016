import { z } from "zod";
import type { CamelKeys } from "@/lib/contract/names";
import type { PolicyDefaultChanges } from "@/lib/operators/change-policy-defaults";
import { type BoundedPolicyField, policyBounds } from "@/lib/tenants/policy-bounds";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";

const loginOtp = z.enum(["never", "untrusted_device", "always"]);

/** A whole number whose bounds the description has, and the rules hold (422): a value outside them is told from
 *  one of a wrong type. */
function bounded(field: BoundedPolicyField) {
  const { least, most } = policyBounds[field];
  return z.int().meta({ minimum: least, maximum: most });
}

const lockout = z.strictObject({
  threshold: bounded("lockoutThreshold"),
  window_minutes: bounded("lockoutWindowMinutes"),
  duration_minutes: bounded("lockoutDurationMinutes"),
});

const fields = {
  idle_timeout_minutes: bounded("idleTimeoutMinutes"),
  absolute_timeout_minutes: bounded("absoluteTimeoutMinutes"),
  login_otp: loginOtp,
  trusted_device_days: bounded("trustedDeviceDays"),
  trusted_device_email: z.boolean(),
  lockout: lockout.nullable().meta({
    description:
      "Locks an account on top of the platform's brake, which holds in any case: 1 to 100 failures within 1 to 1440 minutes, for 1 to 1440 minutes. Null is none.",
  }),
  password_min_length: bounded("passwordMinLength"),
  step_up_max_age_seconds: bounded("stepUpMaxAgeSeconds"),
};

export const PolicyDefaultsResource = z.object(fields).meta({
  id: "SecurityPolicyDefaults",
  description: "What a field of a tenant's security policy is while the tenant overrides it not.",
});

export const PolicyDefaultsBody = z
  .strictObject(fields)
  .partial()
  .meta({ id: "SecurityPolicyDefaultsChanges", description: "What is absent stays as it is." });

/** The changes that a body asks for. */
export function policyDefaultChanges({
  lockout,
  ...fields
}: CamelKeys<z.output<typeof PolicyDefaultsBody>>): PolicyDefaultChanges {
  return {
    ...fields,
    ...(lockout === undefined
      ? {}
      : {
          lockout: lockout && {
            threshold: lockout.threshold,
            windowMinutes: lockout.window_minutes,
            durationMinutes: lockout.duration_minutes,
          },
        }),
  };
}

/** The defaults as the wire writes them. */
export function policyDefaultsResponse(
  policy: SecurityPolicy,
): z.infer<typeof PolicyDefaultsResource> {
  return {
    idle_timeout_minutes: policy.idleTimeoutMinutes,
    absolute_timeout_minutes: policy.absoluteTimeoutMinutes,
    login_otp: policy.loginOtp,
    trusted_device_days: policy.trustedDeviceDays,
    trusted_device_email: policy.trustedDeviceEmail,
    lockout: policy.lockout && {
      threshold: policy.lockout.threshold,
      window_minutes: policy.lockout.windowMinutes,
      duration_minutes: policy.lockout.durationMinutes,
    },
    password_min_length: policy.passwordMinLength,
    step_up_max_age_seconds: policy.stepUpMaxAgeSeconds,
  };
}
