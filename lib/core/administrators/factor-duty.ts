import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { minutesAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";

/** For how many days somebody new administers or operates in production without a factor of their own. */
const DAYS_WITHOUT = 14;

/** Whether somebody has neither a passkey nor an authenticator app, and could add one. Where the policy of the platform's
 *  own tenant allows codes by email alone, nobody is held to what they can't have.
 *  @param policy the platform tenant's */
export function lacksFactor(
  { factorTypes }: { factorTypes: readonly string[] },
  { allowedFactors }: Pick<SecurityPolicy, "allowedFactors">,
): boolean {
  return factorTypes.length === 0 && allowedFactors.some((factor) => factor !== "email_otp");
}

/** From when on dangerous actions are refused to somebody who lacks a factor. Null where they never are.
 *  @param since when they became an administrator of the tenant, or an operator */
export function dangerRefusedFrom(
  since: Date,
  { mode }: { mode: "local" | "production" },
): Date | null {
  return mode === "production" ? minutesAfter(since, DAYS_WITHOUT * 24 * 60) : null;
}

/** Whether an operator is refused until they add a factor: where the platform's policy asks operators for one, or their days
 *  without one are over. So it is at each call of the operator plane, and when they let a command line in.
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
