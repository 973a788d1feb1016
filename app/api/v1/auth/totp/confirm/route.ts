import { confirmTotpRegistration } from "@/lib/core/account-security/register-totp";
import { content } from "@/lib/core/contract/content";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import {
  AddedFactorAnswer,
  addedFactorResponse,
  registrantOf,
  TotpConfirmationBody,
} from "@/lib/core/contract/factor-registration";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { registrationRefused } from "@/lib/core/http/registration-refusals";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "addTotp",
    tag: "Factors",
    summary: "Add an authenticator app",
    description:
      "A wrong code is a plain 401 without an error code: ask the user for another code. The service tells the user by email. The answer for a user's first factor has ten recovery codes. The answer for an `enrolment_token` has the grant of the sign-in that asked for the factor.",
    caller: "tenant",
    headers: endUserHeaders,
    body: content(TotpConfirmationBody, factorExamples.newTotp),
    answers: {
      created: answer(AddedFactorAnswer, factorExamples.addedTotp, "The new authenticator app."),
    },
    refusals: [...registrationRefused, "proof_rejected", "rate_limited"],
    handle: async ({ caller, body, created }) => {
      const { token, code, name = null } = body;
      const proof = { token, code, name };
      return created(
        addedFactorResponse(await confirmTotpRegistration(caller, registrantOf(body), proof)),
      );
    },
  }),
});
