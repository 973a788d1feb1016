import { z } from "zod";
import { type CamelKeys, snakeName } from "@/lib/core/contract/names";
import { type BoundedPolicyField, policyBounds } from "@/lib/core/security-policy/policy-bounds";
import {
  allowedFactors,
  type PolicyOverrides,
  resolvePolicy,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import type { StoredPolicy } from "@/lib/core/security-policy/security-policy-store";

/** A whole number with bounds in the description, enforced by the rules (422). */
function bounded(field: BoundedPolicyField, description: string) {
  const { least, most } = policyBounds[field];
  return z.int().meta({ minimum: least, maximum: most, description });
}

/** Like `bounded`, where null means off. */
function orOff(field: BoundedPolicyField, description: string) {
  return bounded(field, description).nullable().meta({ description });
}

/** Every field of a security policy with its meaning. Lockouts are null when they are off. */
export const policyFields = {
  idle_timeout_minutes: bounded(
    "idleTimeoutMinutes",
    "After how many minutes without activity a session ends.",
  ),
  absolute_timeout_minutes: bounded(
    "absoluteTimeoutMinutes",
    "How many minutes after the sign-in a session ends, whatever its activity.",
  ),
  login_otp: z
    .enum(["never", "untrusted_device", "always"])
    .meta({ description: "When a sign-in asks for a second factor." }),
  trusted_device_days: bounded(
    "trustedDeviceDays",
    "For how many days a browser that proved a second factor is trusted.",
  ),
  trusted_device_email: z
    .boolean()
    .meta({ description: "Whether users are told by email of a new trusted device." }),
  lockout_threshold: orOff(
    "lockoutThreshold",
    "How many failures lock an account, beside the platform's brake, which always holds. The three lockout fields are all set or all null.",
  ),
  lockout_window_minutes: orOff(
    "lockoutWindowMinutes",
    "The time in which failures count toward a lockout.",
  ),
  lockout_duration_minutes: orOff("lockoutDurationMinutes", "The time for which a lockout lasts."),
  password_min_length: bounded("passwordMinLength", "How long a new password is at the least."),
  step_up_max_age_seconds: bounded(
    "stepUpMaxAgeSeconds",
    "How old a proof of who somebody is may be when they do something dangerous.",
  ),
  allowed_factors: z.array(z.enum(allowedFactors)).max(allowedFactors.length).meta({
    description:
      "What counts as a second factor; at least one. With `passkey` alone, nobody signs in through the API of an environment without a relying party.",
  }),
  email_otp_beside_factors: z.boolean().meta({
    description:
      "Whether a code by email completes the sign-in of a user who has a factor of their own. Such a sign-in changes no factor.",
  }),
  factor_grace_days: bounded(
    "factorGraceDays",
    "For how many days a user who has no allowed factor signs in by email, from the first sign-in that asked.",
  ),
  administrators_require_factor: z.boolean().meta({
    description:
      "Whether administrators need a passkey or an authenticator app to use the dashboard.",
  }),
};

type Field = keyof typeof policyFields;

const overrides = z.strictObject(policyFields).partial().meta({
  description:
    "The fields that the tenant overrides. Every other field follows the platform's default, whatever that is.",
});

export const SecurityPolicyResource = z.object({ ...policyFields, overrides }).meta({
  id: "SecurityPolicy",
  description: "A tenant's security policy as it is in force, and what the tenant overrides of it.",
});

const nullable = Object.fromEntries(
  Object.entries(policyFields).map(([name, field]) => [
    name,
    field.nullable().optional().meta({ description: field.description }),
  ]),
) as { [F in Field]: z.ZodOptional<z.ZodNullable<(typeof policyFields)[F]>> };

export const SecurityPolicyBody = z.strictObject(nullable).meta({
  id: "SecurityPolicyChanges",
  description:
    "Fields that are absent stay as they are. A field that is null follows the platform's default again.",
});

/** The changes in a body, in camelCase. */
export function policyChanges(
  body: CamelKeys<z.output<typeof SecurityPolicyBody>>,
): Partial<PolicyOverrides> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** A policy in wire format. */
export function securityPolicyResponse({
  overrides: own,
  defaults,
}: StoredPolicy): z.infer<typeof SecurityPolicyResource> {
  return { ...policyInForce(resolvePolicy(own, defaults)), overrides: policyOverrides(own) };
}

/** Fields of the policy that a tenant overrides, and no other, in wire format. */
function policyOverrides(own: PolicyOverrides | null): z.infer<typeof overrides> {
  const set = Object.entries(own ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(set.map(([field, value]) => [snakeName(field), value]));
}

/** All fields of a policy with their values in force, in wire format. */
export function policyInForce(
  policy: SecurityPolicy,
): Omit<z.infer<typeof SecurityPolicyResource>, "overrides"> {
  return {
    idle_timeout_minutes: policy.idleTimeoutMinutes,
    absolute_timeout_minutes: policy.absoluteTimeoutMinutes,
    login_otp: policy.loginOtp,
    trusted_device_days: policy.trustedDeviceDays,
    trusted_device_email: policy.trustedDeviceEmail,
    lockout_threshold: policy.lockout?.threshold ?? null,
    lockout_window_minutes: policy.lockout?.windowMinutes ?? null,
    lockout_duration_minutes: policy.lockout?.durationMinutes ?? null,
    password_min_length: policy.passwordMinLength,
    step_up_max_age_seconds: policy.stepUpMaxAgeSeconds,
    allowed_factors: [...policy.allowedFactors],
    email_otp_beside_factors: policy.emailOtpBesideFactors,
    factor_grace_days: policy.factorGraceDays,
    administrators_require_factor: policy.administratorsRequireFactor,
  };
}
