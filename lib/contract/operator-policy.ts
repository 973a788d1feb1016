import { z } from "zod";
import type { CamelKeys } from "@/lib/contract/names";
import type { PolicyDefaultChanges } from "@/lib/platform/operators/change-policy-defaults";
import { type BoundedPolicyField, policyBounds } from "@/lib/security-policy/policy-bounds";
import { allowedFactors, type SecurityPolicy } from "@/lib/security-policy/security-policy";

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
  lockout_threshold: z.int().nullable().meta({
    description:
      "How many failures lock an account, beside the platform's brake, which always holds: 1 to 100. The three lockout fields are all set or all null.",
  }),
  lockout_window_minutes: z.int().nullable().meta({
    description: "The time in which failures count toward a lockout: 1 to 1440.",
  }),
  lockout_duration_minutes: z.int().nullable().meta({
    description: "The time for which a lockout lasts: 1 to 1440.",
  }),
  lockout: lockout.nullable().meta({
    deprecated: true,
    description:
      "The three lockout fields above in one field, for callers that already use this field. Null means no lockout.",
  }),
  password_min_length: bounded("passwordMinLength"),
  step_up_max_age_seconds: bounded("stepUpMaxAgeSeconds"),
  allowed_factors: z.array(z.enum(allowedFactors)).max(3),
  factor_grace_days: bounded("factorGraceDays"),
  administrators_require_factor: z.boolean(),
};

export const PolicyDefaultsResource = z.object(fields).meta({
  id: "SecurityPolicyDefaults",
  description:
    "The values of a tenant's security policy in the fields that the tenant does not override.",
});

const lockoutFields = [
  ...(["lockout_threshold", "lockout_window_minutes", "lockout_duration_minutes"] as const),
];

export const PolicyDefaultsBody = z
  .strictObject(fields)
  .partial()
  .refine(
    (body) => body.lockout === undefined || lockoutFields.every((name) => body[name] === undefined),
    {
      path: ["lockout"],
      error:
        "must not be sent together with lockout_threshold, lockout_window_minutes or lockout_duration_minutes",
    },
  )
  .meta({
    id: "SecurityPolicyDefaultsChanges",
    description: "Fields that are absent stay as they are.",
  });

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
    lockout_threshold: policy.lockout?.threshold ?? null,
    lockout_window_minutes: policy.lockout?.windowMinutes ?? null,
    lockout_duration_minutes: policy.lockout?.durationMinutes ?? null,
    lockout: policy.lockout && {
      threshold: policy.lockout.threshold,
      window_minutes: policy.lockout.windowMinutes,
      duration_minutes: policy.lockout.durationMinutes,
    },
    password_min_length: policy.passwordMinLength,
    step_up_max_age_seconds: policy.stepUpMaxAgeSeconds,
    allowed_factors: [...policy.allowedFactors],
    factor_grace_days: policy.factorGraceDays,
    administrators_require_factor: policy.administratorsRequireFactor,
  };
}
