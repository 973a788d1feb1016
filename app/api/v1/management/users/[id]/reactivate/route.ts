import { noBody } from "@/lib/contract/content";
import { UserResource, userResponse } from "@/lib/contract/user";
import { userExamples } from "@/lib/contract/user-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { lockedUntil } from "@/lib/login/account-locks";
import { reactivateUser } from "@/lib/users/ending/reactivate-user";

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
