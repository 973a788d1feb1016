import { optional } from "@/lib/core/contract/content";
import { SuspensionBody, UserResource, userResponse } from "@/lib/core/contract/user";
import { userExamples } from "@/lib/core/contract/user-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { lockedUntil } from "@/lib/core/login/account-locks";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";

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
