import { explainDecision } from "@/lib/access/explain-decision";
import {
  AccessExplanationResource,
  accessExplanationResponse,
  ExplainAccessBody,
} from "@/lib/contract/access";
import { accessExamples } from "@/lib/contract/access-examples";
import { content } from "@/lib/contract/content";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
    handle: async ({ caller, body: { organizationId = null, ...asked }, ok }) => {
      const explanation = await explainDecision(caller, { ...asked, organizationId });
      return ok(accessExplanationResponse(explanation));
    },
  }),
});
