import { noBody } from "@/lib/contract/content";
import { FactorsResetResource, factorsResetResponse } from "@/lib/contract/factor";
import { factorExamples } from "@/lib/contract/factor-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { resetFactors } from "@/lib/users/ending/reset-factors";

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
