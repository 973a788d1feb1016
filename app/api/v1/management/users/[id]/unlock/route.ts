import { noBody } from "@/lib/contract/content";
import { UnlockedResource, unlockedResponse } from "@/lib/contract/unlock";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { unlockAccount } from "@/lib/login/unlock-account";

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
