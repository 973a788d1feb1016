import { beginTotpRegistration } from "@/lib/core/account-security/register-totp";
import { content } from "@/lib/core/contract/content";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import {
  RegistrantBody,
  registrantOf,
  TotpRegistrationResource,
  totpRegistrationResponse,
} from "@/lib/core/contract/factor-registration";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { registrationRefused } from "@/lib/core/http/registration-refusals";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "beginTotpRegistration",
    tag: "Factors",
    summary: "Begin to add an authenticator app",
    description:
      "Show `otpauth_uri` as a QR code and `secret` as text. The app counts after `totp/confirm` has taken a code of the app.",
    caller: "tenant",
    headers: endUserHeaders,
    body: content(RegistrantBody, factorExamples.session),
    answers: {
      ok: answer(
        TotpRegistrationResource,
        factorExamples.totpRegistration,
        "The secret, good for fifteen minutes.",
      ),
    },
    refusals: registrationRefused,
    handle: async ({ caller, body, ok }) =>
      ok(totpRegistrationResponse(await beginTotpRegistration(caller, registrantOf(body)))),
  }),
});
