import { AccessExplanationResource, ExplainAccessBody } from "@/lib/contract/access";
import { content, type Operation } from "@/lib/contract/operation";

const organization = "01938f2c-7812-7a3d-9e60-c4b5a6978812";

export const accessPaths: Operation[] = [
  {
    method: "POST",
    path: "/api/v1/management/access/explain",
    id: "explainAccess",
    tag: "Access",
    caller: "machine",
    scope: "entitlements:read",
    summary: "Explain what the access evaluator would decide",
    description: "Layer by layer, for this moment. Issues nothing and audits nothing.",
    body: content(ExplainAccessBody, {
      user_id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
      app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
      organization_id: organization,
    }),
    answers: {
      ok: {
        description: "The decision and what each layer came to.",
        ...content(AccessExplanationResource, {
          outcome: "denied",
          reason: "organization_inactive",
          observed: [],
          grant: null,
          organizations: [],
          evaluations: [
            {
              organization_id: organization,
              layers: [
                { layer: "app_unknown", result: "passed" },
                { layer: "app_disabled", result: "passed" },
                { layer: "organization_unknown", result: "passed" },
                { layer: "organization_inactive", result: "denied" },
                { layer: "no_membership", result: "not_reached" },
              ],
            },
          ],
        }),
      },
    },
    refusals: ["unprocessable"],
  },
];
