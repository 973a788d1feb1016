import {
  type PolicyField,
  policyFieldNames,
  policyFields,
} from "@/lib/core/security-policy/fields";
import { lockoutFields, type PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import { type Refusal, ServiceError } from "@/lib/kernel/errors";
import { snakeName } from "@/lib/kernel/names";

interface PolicyProblem {
  field: PolicyField;
  problem: string;
  says: Refusal;
}

const noFactor: PolicyProblem = {
  field: "allowedFactors",
  problem: "must have one of email_otp, totp and passkey at the least",
  says: { name: "factorNeeded" },
};

const tornLockout: PolicyProblem = {
  field: lockoutFields[0],
  problem: "a lockout needs a threshold, a window and a duration",
  says: { name: "lockoutIncomplete" },
};

/** Returns the fields whose value is outside its bounds, each with the valid range. */
export function policyProblems(policy: Partial<PolicyOverrides>): PolicyProblem[] {
  const problems = policyFieldNames.flatMap((field) => rangeProblem(field, policy[field]));
  if (policy.allowedFactors?.length === 0) problems.push(noFactor);
  const set = lockoutFields.filter((field) => policy[field] != null);
  const isNamed = lockoutFields.some((field) => policy[field] !== undefined);
  if (isNamed && set.length % lockoutFields.length !== 0) problems.push(tornLockout);
  return problems;
}

function rangeProblem(field: PolicyField, value: unknown): PolicyProblem[] {
  const rule = policyFields[field];
  if (rule.kind !== "whole" || value == null) return [];
  const { least, most } = rule;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return [];
  const problem = `must be a whole number from ${least} to ${most}`;
  return [{ field, problem, says: { name: "outOfBounds", least, most } }];
}

/** @throws ServiceError `unprocessable` that names every field outside its bounds */
export function assertWithinBounds(policy: Partial<PolicyOverrides>): void {
  const problems = policyProblems(policy);
  if (problems.length === 0) return;
  throw new ServiceError("unprocessable", {
    detail: problems.map(({ field, problem }) => `${snakeName(field)}: ${problem}`).join("; "),
    says: problems.map(({ says }) => says),
  });
}
