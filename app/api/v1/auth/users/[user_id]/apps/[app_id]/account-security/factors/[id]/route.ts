import { readFactors } from "@/lib/core/account-security/read-factors";
import { FactorResource, factorResponse } from "@/lib/core/contract/factor";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readAccountFactor",
    tag: "Account security",
    summary: "Read one of a user's passkeys and authenticator apps",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id", "id"),
    answers: { ok: answer(FactorResource, factorExamples.app, "The factor.") },
    handle: async ({ caller, params, ok }) => {
      const { factors } = await readFactors(caller, params);
      const factor = factors.find(({ id }) => id === params.id);
      if (!factor) throw missing();
      return ok(factorResponse(factor));
    },
  }),
});
