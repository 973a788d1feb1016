import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { echoingRequestId } from "@/lib/core/http/echoed-request-id";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { answerEach } from "@/lib/features/authzen/answer-questions";
import {
  EvaluationBody,
  EvaluationResource,
  evaluationResponse,
  questionOf,
} from "@/lib/features/authzen/contract/authzen";
import { authzenExamples } from "@/lib/features/authzen/contract/authzen-examples";
import { takeAccessRequest } from "@/lib/kernel/rate-limits/request-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: echoingRequestId(
    endpoint({
      id: "evaluateAccess",
      tag: "Access",
      summary: "Ask whether a user may enter an app, or use an entitlement or a permission",
      description:
        "The access evaluation of OpenID AuthZEN 1.0, answered by the evaluator that mints tokens. Whatever is unknown is a plain no. Fields that the standard does not know are ignored. The answer has the request's `X-Request-ID`. Issues and audits nothing.",
      caller: "machine",
      scope: "entitlements:read",
      budget: ({ credentialId }) => takeAccessRequest(credentialId),
      body: content(EvaluationBody, authzenExamples.evaluation),
      answers: { ok: answer(EvaluationResource, authzenExamples.decision, "Yes or no, and why.") },
      handle: async ({ caller, body, ok }) => {
        const [answered] = await answerEach(caller, [questionOf(body)]);
        if (!answered) throw new Error("unreachable: a question has an answer");
        return ok(evaluationResponse(answered));
      },
    }),
  ),
});
