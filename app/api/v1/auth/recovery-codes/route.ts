import { makeRecoveryCodes } from "@/lib/core/account-security/make-recovery-codes";
import { content } from "@/lib/core/contract/content";
import { RecoveryCodesResource, recoveryCodesResponse } from "@/lib/core/contract/factor";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import { SessionBody } from "@/lib/core/contract/session";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { sessionEnded } from "@/lib/core/http/session-refusals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "makeRecoveryCodes",
    tag: "Factors",
    summary: "Make new recovery codes",
    description:
      "Earlier codes stop working. The service tells the user by email. The call needs a session with a fresh proof, of a user who has a passkey or an authenticator app.",
    caller: "tenant",
    headers: endUserHeaders,
    body: content(SessionBody, factorExamples.session),
    answers: {
      ok: answer(
        RecoveryCodesResource,
        factorExamples.recoveryCodes,
        "The codes. Each code works once.",
      ),
    },
    refusals: [...sessionEnded, "step_up_required", "unprocessable"],
    handle: async ({ caller, body, ok }) =>
      ok(recoveryCodesResponse(await makeRecoveryCodes(caller, body.sessionId))),
  }),
});
