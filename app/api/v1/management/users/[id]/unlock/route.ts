import { noBody } from "@/lib/core/contract/content";
import { UnlockedResource, unlockedResponse } from "@/lib/core/contract/unlock";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { unlockAccount } from "@/lib/core/login/unlock-account";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "unlockUser",
    tag: "Users",
    summary: "Unlock an account",
    description:
      "Forgets the failed sign-ins of the account and ends its lock. Limits that hold for a network stay.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: noBody,
    answers: { ok: answer(UnlockedResource, { unlocked: true }, "Whether a lock was ended.") },
    handle: async ({ caller, params, ok }) =>
      ok(unlockedResponse(await unlockAccount(caller, params.id))),
  }),
});
