import { content } from "@/lib/core/contract/content";
import {
  PolicyDefaultsBody,
  PolicyDefaultsResource,
  policyDefaultChanges,
  policyDefaultsResponse,
} from "@/lib/core/contract/operator-policy";
import { operatorStateExamples } from "@/lib/core/contract/operator-state-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { changePolicyDefaults } from "@/lib/core/operators/change-policy-defaults";
import { readPolicyDefaults } from "@/lib/core/security-policy/security-policy-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readSecurityPolicyDefaults",
    tag: "Operator",
    summary: "Read the default security policy of all tenants",
    description: "They hold in every field that a tenant does not override.",
    caller: "operator",
    answers: {
      ok: answer(PolicyDefaultsResource, operatorStateExamples.defaults, "The defaults in force."),
    },
    handle: async ({ ok }) => ok(policyDefaultsResponse(await readPolicyDefaults())),
  }),
  PATCH: endpoint({
    id: "changeSecurityPolicyDefaults",
    tag: "Operator",
    summary: "Change the default security policy of all tenants",
    description:
      "A change is in force with the next request of every tenant that does not override the field. The bounds are those of a tenant's own policy.",
    caller: "operator",
    body: content(PolicyDefaultsBody, operatorStateExamples.changes),
    answers: {
      ok: answer(
        PolicyDefaultsResource,
        operatorStateExamples.changedDefaults,
        "The defaults in force.",
      ),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, body, ok }) =>
      ok(policyDefaultsResponse(await changePolicyDefaults(caller, policyDefaultChanges(body)))),
  }),
});
