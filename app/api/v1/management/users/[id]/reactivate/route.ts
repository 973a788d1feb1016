import { noBody } from "@/lib/core/contract/content";
import { UserResource, userResponse } from "@/lib/core/contract/user";
import { userExamples } from "@/lib/core/contract/user-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { lockedUntil } from "@/lib/core/login/account-locks";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "reactivateUser",
    tag: "Users",
    summary: "Let a suspended user sign in again",
    description: "Sessions, tokens and devices that the suspension revoked stay revoked.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: noBody,
    answers: { ok: answer(UserResource, userExamples.user, "The user.") },
    handle: async ({ caller, params, ok }) => {
      const user = await reactivateUser(caller, params.id);
      return ok(userResponse(user, await lockedUntil(caller, user)));
    },
  }),
});
