import { content } from "@/lib/contract/content";
import {
  policyChanges,
  SecurityPolicyBody,
  SecurityPolicyResource,
  securityPolicyResponse,
} from "@/lib/contract/security-policy";
import { securityPolicyExamples } from "@/lib/contract/security-policy-examples";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { tenantId } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { callerOfTenant } from "@/lib/platform/operators/caller-of-tenant";
import { changeSecurityPolicy } from "@/lib/security-policy/change-security-policy";
import { readStoredPolicy } from "@/lib/security-policy/security-policy-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readSecurityPolicy",
    tag: "Operator",
    summary: "Read a tenant's security policy",
    description: "What is in force. `overrides` has what the tenant set itself.",
    caller: "tenant_operator",
    params: tenantId("id"),
    answers: {
      ok: answer(SecurityPolicyResource, securityPolicyExamples.policy, "The policy in force."),
    },
    handle: async ({ caller, params, ok }) => {
      const tenant = await callerOfTenant(caller, params.id);
      return ok(securityPolicyResponse(await inBatch(tenant, readStoredPolicy)));
    },
  }),
  PATCH: endpoint({
    id: "changeSecurityPolicy",
    tag: "Operator",
    summary: "Change a tenant's security policy",
    description: "A change is in force with the next request of the tenant.",
    caller: "tenant_operator",
    params: tenantId("id"),
    body: content(SecurityPolicyBody, securityPolicyExamples.changes),
    answers: {
      ok: answer(SecurityPolicyResource, securityPolicyExamples.policy, "The policy in force."),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const tenant = await callerOfTenant(caller, params.id);
      await changeSecurityPolicy(tenant, policyChanges(body));
      return ok(securityPolicyResponse(await inBatch(tenant, readStoredPolicy)));
    },
  }),
});
