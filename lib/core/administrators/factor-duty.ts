import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { minutesAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";

/** Days for which a new administrator or operator works in production without a factor of their own. */
const DAYS_WITHOUT = 14;

/** Whether a user has neither a passkey nor an authenticator app, and could add one. When the policy of
 *  the platform's own tenant allows codes by email alone, no user is required to have what they can't add.
 *  @param policy the platform tenant's */
export function lacksFactor(
  { factorTypes }: { factorTypes: readonly string[] },
  { allowedFactors }: Pick<SecurityPolicy, "allowedFactors">,
): boolean {
  return factorTypes.length === 0 && allowedFactors.some((factor) => factor !== "email_otp");
}

/** Returns from when on dangerous actions are refused to a user who lacks a factor; null when they never
 *  are.
 *  @param since when they became an administrator of the tenant, or an operator */
export function dangerRefusedFrom(
  since: Date,
  { mode }: { mode: "local" | "production" },
): Date | null {
  return mode === "production" ? minutesAfter(since, DAYS_WITHOUT * 24 * 60) : null;
}

/** Whether an operator is refused until they add a factor: the platform's policy requires one of
 *  operators, or their days without one have ended. Checked at each call of the operator plane, and when
 *  they authorize a command line.
 *  @param since when they became an operator */
export function isHeldForFactor(
  owner: { factorTypes: readonly string[] },
  policy: Pick<SecurityPolicy, "allowedFactors" | "administratorsRequireFactor">,
  since: Date,
  at: Date,
): boolean {
  const from = dangerRefusedFrom(since, config());
  const isOver = from !== null && at >= from;
  return lacksFactor(owner, policy) && (policy.administratorsRequireFactor || isOver);
}
