import type { z } from "zod";
import {
  type PolicyField,
  policyFieldNames,
  policyFields,
} from "@/lib/core/security-policy/fields";

type Fields = typeof policyFields;

/** A tenant's security policy in force: a value of each field; null is off. */
export type SecurityPolicy = { [F in keyof Fields]: Readonly<z.output<Fields[F]["type"]>> };

/** A tenant's explicit overrides; null follows the platform. */
export type PolicyOverrides = { [F in keyof Fields]: SecurityPolicy[F] | null };

export type LoginOtp = SecurityPolicy["loginOtp"];
export type AllowedFactor = SecurityPolicy["allowedFactors"][number];

/** The platform's defaults of a new installation. Operators change them: `readPolicyDefaults` returns
 *  those in force. */
export const platformPolicy = eachField((field) => policyFields[field].default);

/** Returns the policy in force: each override if there is one, otherwise the live platform default. */
export function resolvePolicy(
  overrides: Partial<PolicyOverrides> | null,
  defaults: SecurityPolicy,
): SecurityPolicy {
  const policy = eachField((field) => overrides?.[field] ?? defaults[field]);
  const { most } = policyFields.trustedDeviceDays;
  return { ...policy, trustedDeviceDays: Math.min(policy.trustedDeviceDays, most) };
}

function eachField(value: (field: PolicyField) => unknown): SecurityPolicy {
  const entries = policyFieldNames.map((field) => [field, value(field)]);
  return Object.fromEntries(entries) as SecurityPolicy;
}

/** Fields of a lockout, which are all set or all null: the use cases and PostgreSQL refuse any other. */
export const lockoutFields = [
  "lockoutThreshold",
  "lockoutWindowMinutes",
  "lockoutDurationMinutes",
] as const satisfies PolicyField[];

/** The tenant's own lockout, on top of the platform's brake; null is off. */
export function lockoutOf(policy: Pick<SecurityPolicy, (typeof lockoutFields)[number]>) {
  const { lockoutThreshold: threshold, lockoutWindowMinutes: windowMinutes } = policy;
  const { lockoutDurationMinutes: durationMinutes } = policy;
  const isOn = threshold && windowMinutes && durationMinutes;
  return isOn ? { threshold, windowMinutes, durationMinutes } : null;
}
