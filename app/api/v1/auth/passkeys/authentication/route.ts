import { content } from "@/lib/core/contract/content";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import { LoginEndAnswer, loginEndResponse } from "@/lib/core/contract/login";
import { loginExamples } from "@/lib/core/contract/login-examples";
import { PasskeyLoginBody } from "@/lib/core/contract/passkey-login";
import { signInHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { loginByPasskey } from "@/lib/core/login/passkey-login";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "loginByPasskey",
    tag: "Sign-in",
    summary: "Prove a passkey",
    description:
      "The token of `authentication-options` signs a user in by the passkey alone; the token of a challenge completes a sign-in whose password was right. An unknown passkey, a wrong proof, a copied authenticator and an expired token get the same refusal.",
    caller: "tenant",
    headers: signInHeaders,
    body: content(PasskeyLoginBody, factorExamples.login),
    answers: {
      ok: answer(
        LoginEndAnswer,
        loginExamples.grantWithDevice,
        "A grant, and the device when it is to be trusted.",
      ),
    },
    refusals: ["invalid_credentials", "login_temporarily_locked", "rate_limited"],
    handle: async ({ caller, body, ok }) => {
      const end = await loginByPasskey(caller, {
        token: body.token,
        boundTo: "",
        response: body.response,
        rememberDevice: body.rememberDevice ?? false,
        deviceName: body.deviceName ?? null,
        channel: "direct",
      });
      return ok(loginEndResponse(end));
    },
  }),
});
