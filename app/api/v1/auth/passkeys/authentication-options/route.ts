import { content } from "@/lib/core/contract/content";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import { loginExamples } from "@/lib/core/contract/login-examples";
import {
  PasskeyLoginOptionsBody,
  PasskeyLoginResource,
  passkeyLoginResponse,
} from "@/lib/core/contract/passkey-login";
import { signInHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { beginPasskeyLogin } from "@/lib/core/login/passkey-login";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "beginPasskeyLogin",
    tag: "Sign-in",
    summary: "Ask for a passkey",
    description:
      "The product's own page hands `options` to the browser. The answer is the same for every address, known or unknown, and lists no passkeys: the browser shows the passkeys that it has. A 422 says that the environment has no relying party.",
    caller: "tenant",
    headers: signInHeaders,
    body: content(PasskeyLoginOptionsBody, loginExamples.address),
    answers: {
      ok: answer(
        PasskeyLoginResource,
        factorExamples.loginOptions,
        "The options, good for five minutes.",
      ),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, ok }) => ok(passkeyLoginResponse(await beginPasskeyLogin(caller))),
  }),
});
