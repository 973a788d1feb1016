import { beginPasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import { content } from "@/lib/core/contract/content";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import {
  PasskeyRegistrationResource,
  passkeyRegistrationResponse,
  RegistrantBody,
  registrantOf,
} from "@/lib/core/contract/factor-registration";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { registrationRefused } from "@/lib/core/http/registration-refusals";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "beginPasskeyRegistration",
    tag: "Factors",
    summary: "Begin to add a passkey",
    description:
      "The product's own page hands `options` to the browser. The options exclude the passkeys that the user has, so that no authenticator makes a second one.",
    caller: "tenant",
    headers: endUserHeaders,
    body: content(RegistrantBody, factorExamples.session),
    answers: {
      ok: answer(
        PasskeyRegistrationResource,
        factorExamples.passkeyRegistration,
        "The options, good for five minutes.",
      ),
    },
    refusals: registrationRefused,
    handle: async ({ caller, body, ok }) =>
      ok(passkeyRegistrationResponse(await beginPasskeyRegistration(caller, registrantOf(body)))),
  }),
});
