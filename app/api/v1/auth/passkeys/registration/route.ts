import { finishPasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import { content } from "@/lib/core/contract/content";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import {
  AddedFactorAnswer,
  addedFactorResponse,
  PasskeyRegistrationBody,
  registrantOf,
} from "@/lib/core/contract/factor-registration";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { registrationRefused } from "@/lib/core/http/registration-refusals";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "addPasskey",
    tag: "Factors",
    summary: "Add a passkey",
    description:
      "The service tells the user by email. The answer for a user's first factor has ten recovery codes. The answer for an `enrolment_token` has the grant of the sign-in that asked for the factor.",
    caller: "tenant",
    headers: endUserHeaders,
    body: content(PasskeyRegistrationBody, factorExamples.newPasskey),
    answers: {
      created: answer(AddedFactorAnswer, factorExamples.addedPasskey, "The new passkey."),
    },
    refusals: registrationRefused,
    handle: async ({ caller, body, created }) => {
      const { token, response, name = null } = body;
      const made = { token, response, name };
      return created(
        addedFactorResponse(await finishPasskeyRegistration(caller, registrantOf(body), made)),
      );
    },
  }),
});
