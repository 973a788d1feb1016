import { content } from "@/lib/core/contract/content";
import {
  SecurityPolicyBody,
  SecurityPolicyResource,
  securityPolicyResponse,
} from "@/lib/core/contract/security-policy";
import { securityPolicyExamples } from "@/lib/core/contract/security-policy-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerOfTenant } from "@/lib/core/operators/caller-of-tenant";
import { changeSecurityPolicy } from "@/lib/core/security-policy/change-security-policy";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import { inBatch } from "@/lib/kernel/db/batch";

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
      const { overrides, defaults } = await inBatch(tenant, readStoredPolicy);
      return ok(securityPolicyResponse(overrides, defaults));
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
      await changeSecurityPolicy(tenant, body);
      const { overrides, defaults } = await inBatch(tenant, readStoredPolicy);
      return ok(securityPolicyResponse(overrides, defaults));
    },
  }),
});
