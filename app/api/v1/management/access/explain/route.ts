import { explainDecision } from "@/lib/core/access/explain-decision";
import {
  AccessExplanationResource,
  accessExplanationResponse,
  ExplainAccessBody,
} from "@/lib/core/contract/access";
import { accessExamples } from "@/lib/core/contract/access-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "explainAccess",
    tag: "Access",
    summary: "Explain what the access evaluator would decide",
    description: "Answers what each layer decides at this moment. Issues and audits nothing.",
    caller: "machine",
    scope: "entitlements:read",
    body: content(ExplainAccessBody, accessExamples.question),
    answers: {
      ok: answer(
        AccessExplanationResource,
        accessExamples.explanation,
        "The decision, and the result of each layer.",
      ),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, body: { organizationId = null, ...fields }, ok }) => {
      const explanation = await explainDecision(caller, { ...fields, organizationId });
      return ok(accessExplanationResponse(explanation));
    },
  }),
});
