import { readFactors } from "@/lib/core/account-security/read-factors";
import { FactorList, factorsResponse } from "@/lib/core/contract/factor";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listAccountFactors",
    tag: "Account security",
    summary: "List a user's passkeys and authenticator apps",
    description: "Answers no secret of a factor, and how many recovery codes still work.",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id"),
    answers: { ok: answer(FactorList, factorExamples.list, "The full set, oldest first.") },
    handle: async ({ caller, params, ok }) =>
      ok(factorsResponse(await readFactors(caller, params))),
  }),
});
