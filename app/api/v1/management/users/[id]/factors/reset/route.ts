import { noBody } from "@/lib/core/contract/content";
import { FactorsResetResource, factorsResetResponse } from "@/lib/core/contract/factor";
import { factorExamples } from "@/lib/core/contract/factor-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { resetFactors } from "@/lib/core/user-lifecycle/reset-factors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "resetFactors",
    tag: "Users",
    summary: "Reset a user's factors",
    description:
      "For a user who has lost all factors. The call removes every passkey, authenticator app and recovery code, and ends sessions, refresh tokens and trusted devices. The service tells the user by email.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: noBody,
    answers: {
      ok: answer(FactorsResetResource, factorExamples.reset, "How much was removed and ended."),
    },
    handle: async ({ caller, params, ok }) =>
      ok(factorsResetResponse(await resetFactors(caller, params.id))),
  }),
});
