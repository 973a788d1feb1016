import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import { type Refusal, ServiceError } from "@/lib/kernel/errors";

/** Bounds of each field of the security policy, both included: for a tenant's overrides and for the
 *  platform's defaults alike. PostgreSQL has the same bounds. */
export const policyBounds = {
  idleTimeoutMinutes: { least: 15, most: 525_600 },
  absoluteTimeoutMinutes: { least: 15, most: 525_600 },
  trustedDeviceDays: { least: 0, most: 90 },
  lockoutThreshold: { least: 1, most: 100 },
  lockoutWindowMinutes: { least: 1, most: 1440 },
  lockoutDurationMinutes: { least: 1, most: 1440 },
  passwordMinLength: { least: 8, most: 128 },
  stepUpMaxAgeSeconds: { least: 30, most: 86_400 },
  factorGraceDays: { least: 0, most: 90 },
} as const satisfies Partial<Record<keyof PolicyOverrides, { least: number; most: number }>>;

export type BoundedPolicyField = keyof typeof policyBounds;
const fields = Object.keys(policyBounds) as BoundedPolicyField[];
const lockout = ["lockoutThreshold", "lockoutWindowMinutes", "lockoutDurationMinutes"] as const;

interface PolicyProblem {
  field: keyof PolicyOverrides;
  problem: string;
  says: Refusal;
}

const noFactor: PolicyProblem = {
  field: "allowedFactors",
  problem: "must have one of email_otp, totp and passkey at the least",
  says: { name: "factorNeeded" },
};

/** Returns the fields whose value is outside its bounds, each with the valid range. */
export function policyProblems(policy: Partial<PolicyOverrides>): PolicyProblem[] {
  const outside: PolicyProblem[] = fields.flatMap((field) => {
    const value = policy[field];
    const { least, most } = policyBounds[field];
    const fits = value == null || (Number.isInteger(value) && value >= least && value <= most);
    const problem = `must be a whole number from ${least} to ${most}`;
    return fits ? [] : [{ field, problem, says: { name: "outOfBounds" as const, least, most } }];
  });
  if (policy.allowedFactors?.length === 0) outside.push(noFactor);
  const set = lockout.filter((field) => policy[field] != null);
  const torn = lockout.some((field) => policy[field] !== undefined) && set.length % 3 !== 0;
  return torn
    ? [
        ...outside,
        {
          field: lockout[0],
          problem: "a lockout needs a threshold, a window and a duration",
          says: { name: "lockoutIncomplete" },
        },
      ]
    : outside;
}

/** @throws ServiceError `unprocessable` that names every field outside its bounds */
export function assertWithinBounds(policy: Partial<PolicyOverrides>): void {
  const problems = policyProblems(policy);
  if (problems.length === 0) return;
  const wireName = (field: string) => field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  throw new ServiceError("unprocessable", {
    detail: problems.map(({ field, problem }) => `${wireName(field)}: ${problem}`).join("; "),
    says: problems.map(({ says }) => says),
  });
}
