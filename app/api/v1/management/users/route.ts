import { content } from "@/lib/core/contract/content";
import {
  CreatedUserResource,
  createdUserResponse,
  NewUserBody,
  UserList,
  UserListQuery,
} from "@/lib/core/contract/user";
import { userExamples } from "@/lib/core/contract/user-examples";
import { answer, streamedList } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { lockedUntil, locksOf } from "@/lib/core/login/account-locks";
import { createUser } from "@/lib/core/users/create-user";
import { userListing } from "@/lib/core/users/user-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listUsers",
    tag: "Users",
    summary: "List users",
    description:
      "Streams all users, or those that the query names exactly, from one snapshot: read the answer while it arrives.",
    caller: "machine",
    scope: "users:read",
    query: UserListQuery,
    answers: { ok: streamedList(UserList, userExamples.list, "The full set.") },
    refusals: ["service_overloaded"],
    handle: async ({ caller, query, request, ok }) => {
      const rows = userListing(caller, query, await locksOf(caller, query));
      return ok({ scope: caller, rows, request });
    },
  }),
  POST: endpoint({
    id: "createUser",
    tag: "Users",
    summary: "Create a user, or find the user with the address",
    caller: "machine",
    scope: "users:write",
    body: content(NewUserBody, userExamples.input),
    answers: {
      created: answer(CreatedUserResource, userExamples.created, "The new user."),
      ok: answer(
        CreatedUserResource,
        userExamples.found,
        "The user existed before and stays unchanged.",
      ),
    },
    refusals: ["conflict", "unprocessable", "service_overloaded"],
    handle: async ({ caller, body, ok, created }) => {
      const made = await createUser(caller, body);
      const until = await lockedUntil(caller, made.user);
      return (made.created ? created : ok)(createdUserResponse(made, until));
    },
  }),
});
