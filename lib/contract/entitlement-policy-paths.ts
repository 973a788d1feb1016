import {
  EntitlementPolicyBody,
  EntitlementPolicyResource,
} from "@/lib/contract/entitlement-policy";
import { content, type Operation } from "@/lib/contract/operation";

const example = {
  mode: "enforce" as const,
  default_package_id: null,
  overrides: [
    {
      organization_id: "01938f2c-7812-7a3d-9e60-c4b5a6978812",
      entitlement: "reports",
      effect: "grant" as const,
    },
  ],
};
const path = "/api/v1/management/entitlement-policy";
const plane = { tag: "Entitlement policy", caller: "machine", path } as const;
const thePolicy = {
  description: "The policy in force.",
  ...content(EntitlementPolicyResource, example),
};

export const entitlementPolicyPaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    id: "readEntitlementPolicy",
    summary: "Read the entitlement policy",
    scope: "entitlements:read",
    answers: { ok: thePolicy },
  },
  {
    ...plane,
    method: "PATCH",
    id: "changeEntitlementPolicy",
    summary: "Change the entitlement policy",
    scope: "entitlements:write",
    body: content(EntitlementPolicyBody, { mode: "observe" }),
    answers: { ok: thePolicy },
    refusals: ["unprocessable"],
  },
];
