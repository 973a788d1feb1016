import { content } from "@/lib/core/contract/content";
import {
  EntitlementPolicyBody,
  EntitlementPolicyResource,
  entitlementPolicyChanges,
  entitlementPolicyResponse,
} from "@/lib/core/contract/entitlement-policy";
import { entitlementPolicyExamples } from "@/lib/core/contract/entitlement-policy-examples";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { readEntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

const thePolicy = answer(
  EntitlementPolicyResource,
  entitlementPolicyExamples.policy,
  "The policy in force.",
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEntitlementPolicy",
    tag: "Entitlement policy",
    summary: "Read the entitlement policy",
    description: "The mode, the default package, and every override.",
    caller: "machine",
    scope: "entitlements:read",
    answers: { ok: thePolicy },
    handle: async ({ caller, ok }) =>
      ok(entitlementPolicyResponse(await inBatch(caller, readEntitlementPolicy))),
  }),
  PATCH: endpoint({
    id: "changeEntitlementPolicy",
    tag: "Entitlement policy",
    summary: "Change the entitlement policy",
    description: "Holds from the next token on.",
    caller: "machine",
    scope: "entitlements:write",
    body: content(EntitlementPolicyBody, { mode: "observe" }),
    answers: { ok: thePolicy },
    refusals: ["unprocessable"],
    handle: async ({ caller, body, ok }) => {
      const policy = await changeEntitlementPolicy(caller, entitlementPolicyChanges(body));
      return ok(entitlementPolicyResponse(policy));
    },
  }),
});
