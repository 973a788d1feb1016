import type { Proof } from "@/lib/core/login/what-to-show";

/** First value of the `amr` of a sign-in that an external source vouches for. */
export const OUTSIDE = "fed";

/** Returns the proofs that the `amr` of one sign-in or step-up shows. A code of an app and a recovery code
 *  have the same values. Claims of an external source about the user's own factors are not trusted. */
export function proofsIn(amr: readonly string[]): Proof[] {
  if (amr.includes(OUTSIDE)) return ["outside"];
  const isPasskey = amr.includes("hwk") || amr.includes("swk");
  const proofs: Proof[] = amr.includes("pwd") ? ["password"] : [];
  if (isPasskey) proofs.push("passkey");
  else if (amr.includes("mfa")) proofs.push("totp", "recovery_code");
  if (amr.includes("otp") && !proofs.includes("totp")) proofs.push("email_otp");
  return proofs;
}
