import { content } from "@/lib/contract/content";
import { factorExamples } from "@/lib/contract/factor-examples";
import { loginExamples } from "@/lib/contract/login-examples";
import {
  PasskeyLoginOptionsBody,
  PasskeyLoginResource,
  passkeyLoginResponse,
} from "@/lib/contract/passkey-login";
import { signInHeaders } from "@/lib/contract/request-headers";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { beginPasskeyLogin } from "@/lib/login/passkey-login";

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
