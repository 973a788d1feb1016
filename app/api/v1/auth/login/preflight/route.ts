import { content } from "@/lib/contract/content";
import {
  loginGrantResponse,
  otpRequiredResponse,
  PreflightAnswer,
  PreflightBody,
} from "@/lib/contract/login";
import { loginExamples } from "@/lib/contract/login-examples";
import { signInHeaders } from "@/lib/contract/request-headers";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { directGrant } from "@/lib/login/finish-login";
import { preflight } from "@/lib/login/preflight";
import { assertHashCapacity } from "@/lib/process/hash-capacity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "loginPreflight",
    tag: "Sign-in",
    summary: "Prove a password",
    description:
      "A grant, or a code sent by email first; a challenge for which none was sent says so. Unknown address, wrong password and suspended user are one refusal.",
    caller: "tenant",
    admit: assertHashCapacity,
    headers: [
      ...signInHeaders,
      {
        name: "x-trusted-device",
        description:
          "The token of a device that is trusted. The answer may carry its successor, which replaces it; until that was sent once, the one before works.",
      },
    ],
    body: content(PreflightBody, loginExamples.password),
    answers: { ok: answer(PreflightAnswer, loginExamples.challenge, "A grant, or a challenge.") },
    refusals: ["invalid_credentials", "login_temporarily_locked", "rate_limited"],
    handle: async ({ caller, body: { email, password }, request, ok }) => {
      const outcome = await preflight(caller, {
        email,
        password,
        trustedDeviceToken: request.headers.get("x-trusted-device"),
        channel: "direct",
      });
      return ok(
        outcome.status === "otp_required"
          ? otpRequiredResponse(outcome.challenge)
          : loginGrantResponse(directGrant(outcome), outcome.trustedDevice),
      );
    },
  }),
});
