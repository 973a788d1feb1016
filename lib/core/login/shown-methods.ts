import type { FactorMethod } from "@/lib/core/factors/factor";
import type { Proof } from "@/lib/core/login/what-to-show";

/** What the `amr` of a sign-in begins with that an outside source vouches for. */
export const OUTSIDE = "fed";

/** How a method stands in `amr` (RFC 8176). A code by email is no factor of the user's own: only the others make `mfa`. */
export function methodsShown(method: Exclude<FactorMethod, "passkey">): string[] {
  return method === "email_otp" ? ["otp"] : ["otp", "mfa"];
}

/** What the `amr` of one sign-in or step-up proves. An app's code and a recovery code stand there alike. What an outside
 *  source claims is not ours to believe about the user's own factors. */
export function proofsIn(amr: readonly string[]): Proof[] {
  if (amr.includes(OUTSIDE)) return ["outside"];
  const isPasskey = amr.includes("hwk") || amr.includes("swk");
  const proofs: Proof[] = amr.includes("pwd") ? ["password"] : [];
  if (isPasskey) proofs.push("passkey");
  else if (amr.includes("mfa")) proofs.push("totp", "recovery_code");
  if (amr.includes("otp") && !proofs.includes("totp")) proofs.push("email_otp");
  return proofs;
}
