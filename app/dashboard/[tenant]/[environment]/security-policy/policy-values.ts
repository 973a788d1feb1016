import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import type { PolicyValues } from "./policy-texts";

/** Returns the values of a policy by field. */
export function policyValues({ lockout, ...policy }: SecurityPolicy): PolicyValues {
  return {
    ...policy,
    lockoutThreshold: lockout?.threshold ?? null,
    lockoutWindowMinutes: lockout?.windowMinutes ?? null,
    lockoutDurationMinutes: lockout?.durationMinutes ?? null,
  };
}
