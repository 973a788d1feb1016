import { readAccountPolicy } from "@/lib/account-security/read-account-security";
import { AccountPolicyResource, accountPolicyResponse } from "@/lib/contract/account-security";
import { accountSecurityExamples } from "@/lib/contract/account-security-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
