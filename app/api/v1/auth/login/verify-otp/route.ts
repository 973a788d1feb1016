import { content } from "@/lib/core/contract/content";
import { LoginEndAnswer, loginEndResponse, VerifyOtpBody } from "@/lib/core/contract/login";
import { loginExamples } from "@/lib/core/contract/login-examples";
import { signInHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { verifyLoginCode } from "@/lib/core/login/verify-login-code";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "loginVerifyOtp",
    tag: "Sign-in",
    summary: "Prove a code",
    description:
      "Takes a code that was mailed, an authenticator app's code or a recovery code. A wrong, spent or absent code gets the same refusal, whatever it was. Days of grace that ended meanwhile end in `enrolment_required`.",
    caller: "tenant",
    headers: [
      ...signInHeaders,
      {
        name: "x-login-challenge",
        description: "The challenge's token, which binds the tries to the login that began.",
      },
    ],
    body: content(VerifyOtpBody, loginExamples.code),
    answers: {
      ok: answer(
        LoginEndAnswer,
        loginExamples.grantWithDevice,
        "A grant, and the device when the device is to be trusted.",
      ),
    },
    refusals: ["invalid_credentials", "login_temporarily_locked", "rate_limited"],
    handle: async ({ caller, body, request, ok }) => {
      const end = await verifyLoginCode(caller, {
        email: body.email,
        code: body.code,
        method: body.method ?? null,
        challengeToken: request.headers.get("x-login-challenge"),
        rememberDevice: body.rememberDevice ?? false,
        deviceName: body.deviceName ?? null,
        channel: "direct",
      });
      return ok(loginEndResponse(end));
    },
  }),
});
