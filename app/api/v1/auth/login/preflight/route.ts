import { content } from "@/lib/core/contract/content";
import {
  loginEndResponse,
  otpRequiredResponse,
  PreflightAnswer,
  PreflightBody,
} from "@/lib/core/contract/login";
import { loginExamples } from "@/lib/core/contract/login-examples";
import { signInHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { preflight } from "@/lib/core/login/preflight";
import { assertHashCapacity } from "@/lib/kernel/process/hash-capacity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "loginPreflight",
    tag: "Sign-in",
    summary: "Prove a password",
    description:
      "Answers a grant, or a challenge for a second factor: `type` says which one is asked for, `methods` which ones would do. The service mails a code only for `email_otp`, and a challenge without a code says so. A code by email does not stand in for a factor of the user's own, unless `email_otp_beside_factors` says so. Where nothing that the user has counts and the days of grace are over, the proof of the challenge leads to `enrolment_required`. Where the policy asks for what can be neither shown nor added here, the answer is a 403. An unknown address, a wrong password and a suspended user get the same refusal.",
    caller: "tenant",
    admit: assertHashCapacity,
    headers: [
      ...signInHeaders,
      {
        name: "x-trusted-device",
        description:
          "The token of a trusted device. The answer may carry a successor of the token. The old token works until the successor was sent once.",
      },
    ],
    body: content(PreflightBody, loginExamples.password),
    answers: {
      ok: answer(
        PreflightAnswer,
        loginExamples.challenge,
        "A grant, a challenge, or that the user must add a factor.",
      ),
    },
    refusals: ["forbidden", "invalid_credentials", "login_temporarily_locked", "rate_limited"],
    handle: async ({ caller, body: { email, password, method = null }, request, ok }) => {
      const outcome = await preflight(caller, {
        email,
        password,
        trustedDeviceToken: request.headers.get("x-trusted-device"),
        channel: "direct",
        method,
      });
      return ok(
        outcome.status === "otp_required"
          ? otpRequiredResponse(outcome.challenge)
          : loginEndResponse(outcome),
      );
    },
  }),
});
