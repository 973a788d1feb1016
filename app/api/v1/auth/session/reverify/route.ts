import { beginPasskeyStepUp, sendStepUpCode } from "@/lib/core/account-security/begin-step-up";
import { reverifySession } from "@/lib/core/account-security/reverify-session";
import { content } from "@/lib/core/contract/content";
import { endUserHeaders } from "@/lib/core/contract/request-headers";
import {
  passkeyStepUpResponse,
  ReverifiedResource,
  ReverifyBody,
  reverifiedResponse,
  StepUpChallengeResource,
  stepUpChallengeResponse,
} from "@/lib/core/contract/reverify";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { sessionEnded } from "@/lib/core/http/session-refusals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "reverifySession",
    tag: "Sessions",
    summary: "Prove again who is signed in (step-up)",
    description:
      "`email_otp` without a code sends a code. `passkey` without `token` and `response` answers what a browser needs. A wrong proof is a plain 401 without an error code: ask the user for another proof, and never retry the same proof.",
    caller: "machine",
    scope: "sessions:reverify",
    headers: [
      ...endUserHeaders,
      { name: "x-login-challenge", description: "The challenge's token, with the code." },
    ],
    body: content(ReverifyBody, sessionExamples.proof),
    answers: {
      ok: answer(ReverifiedResource, sessionExamples.reverified, "Proved."),
      accepted: answer(
        StepUpChallengeResource,
        sessionExamples.stepUpChallenge,
        "A code is on its way, or a passkey is asked for.",
      ),
    },
    refusals: [...sessionEnded, "proof_rejected", "rate_limited", "unprocessable"],
    handle: async ({ caller, body: { sessionId, ...fields }, request, ok, accepted }) => {
      if (fields.method === "email_otp") {
        const { method, code } = fields;
        if (code === undefined)
          return accepted(stepUpChallengeResponse(await sendStepUpCode(caller, sessionId)));
        const challengeToken = request.headers.get("x-login-challenge");
        const proof = { method, code, challengeToken };
        return ok(reverifiedResponse(await reverifySession(caller, sessionId, proof)));
      }
      if (fields.method !== "passkey")
        return ok(reverifiedResponse(await reverifySession(caller, sessionId, fields)));
      const { method, token, response } = fields;
      if (token === undefined || response === undefined)
        return accepted(passkeyStepUpResponse(await beginPasskeyStepUp(caller, sessionId)));
      const proof = { method, token, response };
      return ok(reverifiedResponse(await reverifySession(caller, sessionId, proof)));
    },
  }),
});
