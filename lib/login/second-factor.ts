import type { AllowedFactor, SecurityPolicy } from "@/lib/security-policy/security-policy";
import type { FactorMethod, FactorType } from "@/lib/users/factors/factor";

/** What a sign-in has shown besides the password. */
export interface Shown {
  /** The token of a device that the user trusts. */
  trustedDevice: boolean;
  /** Control of the mailbox, by a code or a link that the service sent there. */
  mailbox: boolean;
}

/** Whether a sign-in needs a second factor before it is complete, whichever kind (spec, Login). What shows control of
 *  the mailbox says as much as a code by email would, where such a code counts. */
export function needsSecondFactor(
  { loginOtp, allowedFactors }: Pick<SecurityPolicy, "loginOtp" | "allowedFactors">,
  { trustedDevice, mailbox }: Shown,
): boolean {
  if (loginOtp === "never" || (mailbox && allowedFactors.includes("email_otp"))) return false;
  return loginOtp === "always" || !trustedDevice;
}

/** What a user could prove with. */
export interface OwnFactors {
  /** Of the plane's relying party alone, where passkeys are concerned: no browser offers another's. */
  types: readonly FactorType[];
  recoveryCodesLeft: number;
}

const strongestFirst = ["passkey", "totp"] as const;

/** With what a user may complete a sign-in, strongest first. Who has nothing that is allowed goes on by what there is
 *  while days of grace are left.
 *  @param graceIsOver whether none are
 *  @returns nothing when the user must add a factor first */
export function factorMethods(
  { allowedFactors }: Pick<SecurityPolicy, "allowedFactors">,
  { types, recoveryCodesLeft }: OwnFactors,
  graceIsOver: boolean,
): FactorMethod[] {
  const own = strongestFirst.filter((type) => types.includes(type));
  const byEmail: AllowedFactor[] = ["email_otp"];
  const usable = [...own, ...byEmail];
  const allowed = usable.filter((method) => allowedFactors.includes(method));
  const recovery: FactorMethod[] =
    types.length > 0 && recoveryCodesLeft > 0 ? ["recovery_code"] : [];
  if (allowed.length > 0) return [...allowed, ...recovery];
  return graceIsOver ? [] : [...(own.length > 0 ? own : byEmail), ...recovery];
}

/** With what a user shows, besides the password, that it is them who must add a factor. */
export function methodBeforeEnrolment({ types }: Pick<OwnFactors, "types">): "totp" | "email_otp" {
  return types.includes("totp") ? "totp" : "email_otp";
}

/** Whether a user has something that the policy lets count, so that no sign-in has to lead to a new factor. */
export function hasAllowedFactor(
  { allowedFactors }: Pick<SecurityPolicy, "allowedFactors">,
  types: readonly string[],
): boolean {
  return allowedFactors.some((allowed) => allowed === "email_otp" || types.includes(allowed));
}

/** How a method stands in `amr` (RFC 8176). A code by email is no factor of the user's own: only the others make `mfa`. */
export function methodsShown(method: Exclude<FactorMethod, "passkey">): string[] {
  return method === "email_otp" ? ["otp"] : ["otp", "mfa"];
}
