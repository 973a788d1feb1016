import { optional } from "@/lib/contract/content";
import { SuspensionBody, UserResource, userResponse } from "@/lib/contract/user";
import { userExamples } from "@/lib/contract/user-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { lockedUntil } from "@/lib/login/account-locks";
import { suspendUser } from "@/lib/users/ending/suspend-user";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "suspendUser",
    tag: "Users",
    summary: "Suspend a user",
    description: "Ends sessions, refresh tokens and trusted devices at once. Idempotent.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: optional(SuspensionBody, { reason: "left the company" }),
    answers: { ok: answer(UserResource, userExamples.suspended, "The user.") },
    handle: async ({ caller, params, body, ok }) => {
      const user = await suspendUser(caller, params.id, body.reason ?? null);
      return ok(userResponse(user, await lockedUntil(caller, user)));
    },
  }),
});
