import type { ProofRefusal } from "@/app/(hosted)/account-security/confirm/proof-form";
import type { AwaitedProof } from "@/app/(hosted)/account-security/wanted";
import type { StepUpProof } from "@/lib/core/account-security/reverify-session";
import { typedMethods } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import type { Submission } from "@/lib/core/oidc/pages/hosted-page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";

/** Returns the proof in a form, or the form's problem. A passkey's form without an answer has expired, or
 *  came without scripts: the page is shown again. */
export function sentProof(
  { field }: Submission,
  { code: requestedCode }: AwaitedProof,
): { proof: StepUpProof } | { refusal: ProofRefusal | undefined } {
  const name = field("method");
  if (name === "password") {
    const password = field("password");
    return password
      ? { proof: { method: "password", password } }
      : { refusal: { wrong: "passwordEmpty" } };
  }
  const method = typedMethods.find((one) => one === name);
  if (method) {
    if (method === "email_otp" && !requestedCode) return { refusal: undefined };
    const { code, wrong } = typedCode(field("code"), factors[method].digits);
    if (wrong) return { refusal: { wrong } };
    return { proof: { method, code, challengeToken: requestedCode?.token ?? null } };
  }
  const response = passkeyAnswer(PasskeyAuthenticationResponse, field("passkey"));
  if (!response) return { refusal: undefined };
  return { proof: { method: "passkey", token: field("token"), response } };
}

/** Returns the text key that the form shows for a refused proof. */
export function wrongProof({ method }: StepUpProof): ProofRefusal["wrong"] {
  if (method === "password") return "passwordWrong";
  return method === "passkey" ? "passkeyWrong" : "codeWrong";
}
