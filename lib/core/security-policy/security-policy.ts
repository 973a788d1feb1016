import {
  type OptionalPolicyField,
  type PolicyOverrides,
  type PolicyValues,
  policyFieldNames,
  policyFields,
} from "@/lib/core/security-policy/fields";

export type LoginOtp = PolicyValues["loginOtp"];
export type AllowedFactor = PolicyValues["allowedFactors"][number];
export type LockoutField = OptionalPolicyField;

/** A tenant's own lockout, on top of the platform's brake. */
export interface Lockout {
  threshold: number;
  windowMinutes: number;
  durationMinutes: number;
}

type PlainValues = Omit<PolicyValues, LockoutField>;

/** A tenant's security policy in force. Its lockout is one value; null is off. */
export interface SecurityPolicy extends PlainValues {
  lockout: Lockout | null;
}

/** Fields of a lockout, which are all set or all null. */
export const lockoutFields = policyFieldNames.filter(
  (field): field is LockoutField => policyFields[field].default === null,
);

const plainFields = policyFieldNames.filter(
  (field): field is keyof PlainValues => policyFields[field].default !== null,
);

function eachPlain(value: (field: keyof PlainValues) => unknown): PlainValues {
  return Object.fromEntries(plainFields.map((field) => [field, value(field)])) as PlainValues &
    object;
}

/** The platform's defaults of a new installation. */
export const platformPolicy: SecurityPolicy = {
  ...eachPlain((field) => policyFields[field].default),
  lockout: null,
};

/** Returns the policy in force: each override if there is one, otherwise the live platform default. */
export function resolvePolicy(
  overrides: Partial<PolicyOverrides> | null,
  defaults: SecurityPolicy,
): SecurityPolicy {
  const plain = eachPlain((field) => overrides?.[field] ?? defaults[field]);
  return {
    ...plain,
    trustedDeviceDays: Math.min(plain.trustedDeviceDays, policyFields.trustedDeviceDays.most),
    lockout: lockoutOf(overrides ?? {}) ?? defaults.lockout,
  };
}

/** Returns the values of a policy by field, with the lockout in its fields. */
export function policyValues({ lockout, ...plain }: SecurityPolicy): PolicyValues {
  const values: PolicyValues = { ...plain, ...lockoutValues(lockout) };
  return Object.fromEntries(
    policyFieldNames.map((field) => [field, values[field]]),
  ) as PolicyValues;
}

/** Returns the fields of a lockout. */
export function lockoutValues(lockout: Lockout | null): Pick<PolicyValues, LockoutField> {
  return {
    lockoutThreshold: lockout?.threshold ?? null,
    lockoutWindowMinutes: lockout?.windowMinutes ?? null,
    lockoutDurationMinutes: lockout?.durationMinutes ?? null,
  };
}

function lockoutOf(values: Partial<PolicyOverrides>): Lockout | null {
  const { lockoutThreshold: threshold, lockoutWindowMinutes: windowMinutes } = values;
  const { lockoutDurationMinutes: durationMinutes } = values;
  return threshold && windowMinutes && durationMinutes
    ? { threshold, windowMinutes, durationMinutes }
    : null;
}
