import type { ProofRefusal } from "@/app/(hosted)/account-security/confirm/proof-form";
import type { AwaitedProof } from "@/app/(hosted)/account-security/wanted";
import type { StepUpProof } from "@/lib/core/account-security/reverify-session";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { RECOVERY_CODE_DIGITS } from "@/lib/core/factors/recovery-code";
import { TOTP_DIGITS } from "@/lib/core/factors/totp";
import type { Submission } from "@/lib/core/oidc/pages/hosted-page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";

/** Returns the proof in a form, or the form's problem. A passkey's form without an answer has expired, or
 *  came without scripts: the page is shown again. */
export function sentProof(
  { field }: Submission,
  { code: requestedCode }: AwaitedProof,
): { proof: StepUpProof } | { refusal: ProofRefusal | undefined } {
  switch (field("method")) {
    case "password": {
      const password = field("password");
      return password
        ? { proof: { method: "password", password } }
        : { refusal: { wrong: "passwordEmpty" } };
    }
    case "totp": {
      const { code, wrong } = typedCode(field("code"), TOTP_DIGITS);
      return wrong ? { refusal: { wrong } } : { proof: { method: "totp", code } };
    }
    case "recovery_code": {
      const { code, wrong } = typedCode(field("code"), RECOVERY_CODE_DIGITS);
      return wrong ? { refusal: { wrong } } : { proof: { method: "recovery_code", code } };
    }
    case "email_otp": {
      if (!requestedCode) return { refusal: undefined };
      const { code, wrong } = typedCode(field("code"), requestedCode.length);
      if (wrong) return { refusal: { wrong } };
      return { proof: { method: "email_otp", code, challengeToken: requestedCode.token } };
    }
    default: {
      const response = passkeyAnswer(PasskeyAuthenticationResponse, field("passkey"));
      if (!response) return { refusal: undefined };
      return { proof: { method: "passkey", token: field("token"), response } };
    }
  }
}

/** Returns the text key that the form shows for a refused proof. */
export function wrongProof({ method }: StepUpProof): ProofRefusal["wrong"] {
  if (method === "password") return "passwordWrong";
  return method === "passkey" ? "passkeyWrong" : "codeWrong";
}
