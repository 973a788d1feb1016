import { content } from "@/lib/core/contract/content";
import { UserChangesBody, UserResource, userResponse } from "@/lib/core/contract/user";
import { userExamples } from "@/lib/core/contract/user-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { lockedUntil } from "@/lib/core/login/account-locks";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { changeUser } from "@/lib/core/users/change-user";
import { findUserRecord } from "@/lib/core/users/user-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const theUser = answer(UserResource, userExamples.user, "The user.");

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readUser",
    tag: "Users",
    summary: "Read a user",
    caller: "machine",
    scope: "users:read",
    params: ids("id"),
    answers: { ok: theUser },
    handle: async ({ caller, params, ok }) => {
      const user = await inTransaction(caller, (db) => findUserRecord(db, params.id));
      if (!user) throw missing();
      return ok(userResponse(user, await lockedUntil(caller, user)));
    },
  }),
  PATCH: endpoint({
    id: "changeUser",
    tag: "Users",
    summary: "Change a user",
    description: "A new email is not verified, and the service sends a notice to the old address.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: content(UserChangesBody, userExamples.changes),
    answers: { ok: theUser },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const user = await changeUser(caller, params.id, body);
      return ok(userResponse(user, await lockedUntil(caller, user)));
    },
  }),
  DELETE: endpoint({
    id: "deleteUser",
    tag: "Users",
    summary: "Delete a user",
    description: "Ends every session, anonymises the record and frees the address.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    answers: { empty: nothing("The user is gone.") },
    handle: async ({ caller, params, empty }) => {
      await deleteUser(caller, params.id);
      return empty();
    },
  }),
});
