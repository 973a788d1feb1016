import { revokeFactor } from "@/lib/core/account-security/remove-factor";
import { noBody } from "@/lib/core/contract/content";
import { RevokedFactorResource } from "@/lib/core/contract/factor";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeAccountFactor",
    tag: "Account security",
    summary: "Remove one passkey or authenticator app",
    description:
      "Have the user step up first (`session/reverify`). The service tells the user by email. With the user's last factor, the recovery codes go too.",
    caller: "machine",
    scope: "account-security:manage",
    params: ids("user_id", "app_id", "id"),
    body: noBody,
    answers: { ok: answer(RevokedFactorResource, { revoked: 1 }, "The factor is gone.") },
    handle: async ({ caller, params: { id, ...owner }, ok }) =>
      ok({ revoked: await revokeFactor(caller, owner, id) }),
  }),
});
