import { content } from "@/lib/contract/content";
import { UserChangesBody, UserResource, userResponse } from "@/lib/contract/user";
import { userExamples } from "@/lib/contract/user-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { answer, nothing } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { lockedUntil } from "@/lib/login/account-locks";
import { changeUser } from "@/lib/users/change-user";
import { deleteUser } from "@/lib/users/ending/delete-user";
import { findUserRecord } from "@/lib/users/user-store";

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
