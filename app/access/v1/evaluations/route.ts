import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { echoingRequestId } from "@/lib/core/http/echoed-request-id";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { answerEach } from "@/lib/features/authzen/answer-questions";
import {
  EvaluationsBody,
  EvaluationsResource,
  evaluationsResponse,
  questionsOf,
} from "@/lib/features/authzen/contract/authzen";
import { authzenExamples } from "@/lib/features/authzen/contract/authzen-examples";
import { takeAccessRequest } from "@/lib/kernel/rate-limits/request-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: echoingRequestId(
    endpoint({
      id: "evaluateAccessBatch",
      tag: "Access",
      summary: "Ask the same of up to a thousand at once",
      description:
        "The access evaluations of OpenID AuthZEN 1.0: one request and one snapshot of the facts; each evaluation counts against the limit. `subject`, `action`, `resource` and `context` of the whole hold for each evaluation that has none of its own. An evaluation that is no good is a no with its `error`. Without `evaluations`, the answer is that of a single one.",
      caller: "machine",
      scope: "entitlements:read",
      budget: ({ credentialId }) => takeAccessRequest(credentialId),
      body: content(EvaluationsBody, authzenExamples.evaluations),
      answers: {
        ok: answer(
          EvaluationsResource,
          authzenExamples.decisions,
          "Yes or no for each, in the order of the request.",
        ),
      },
      handle: async ({ caller, body, ok }) => {
        const questions = questionsOf(body);
        // The first was counted with the request, before its body was read.
        if (questions.length > 1)
          await takeAccessRequest(caller.credentialId, questions.length - 1);
        const answers = await answerEach(caller, questions);
        return ok(evaluationsResponse(answers, body));
      },
    }),
  ),
});
