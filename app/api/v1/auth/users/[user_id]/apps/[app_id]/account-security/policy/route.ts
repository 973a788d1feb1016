import { readAccountPolicy } from "@/lib/core/account-security/read-account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { AccountPolicyResource, accountPolicyResponse } from "@/lib/core/contract/security-policy";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readAccountPolicy",
    tag: "Account security",
    summary: "Read the security policy in force",
    description: "For a settings page that explains what the tenant asks of its users.",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id"),
    answers: { ok: answer(AccountPolicyResource, accountSecurityExamples.policy, "The policy.") },
    handle: async ({ caller, params, ok }) =>
      ok(accountPolicyResponse(await readAccountPolicy(caller, params))),
  }),
});
