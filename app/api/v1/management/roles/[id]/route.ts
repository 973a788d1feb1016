import { content } from "@/lib/core/contract/content";
import { RoleChangesBody, RoleResource, roleResponse } from "@/lib/core/contract/role";
import { roleExamples } from "@/lib/core/contract/role-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeRole } from "@/lib/core/roles/change-role";
import { deleteRole } from "@/lib/core/roles/delete-role";
import { findRole } from "@/lib/core/roles/role-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readRole",
    tag: "Roles",
    summary: "Read a role",
    caller: "machine",
    scope: "roles:read",
    params: ids("id"),
    answers: { ok: answer(RoleResource, roleExamples.role, "The role.") },
    handle: async ({ caller, params, ok }) => {
      const role = await inBatch(caller, (db) => findRole(db, params.id));
      if (!role) throw missing();
      return ok(roleResponse(role));
    },
  }),
  PATCH: endpoint({
    id: "changeRole",
    tag: "Roles",
    summary: "Change a role",
    caller: "machine",
    scope: "roles:write",
    params: ids("id"),
    body: content(RoleChangesBody, { name: "Senior analyst", description: null }),
    answers: { ok: answer(RoleResource, roleExamples.role, "The role.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, body, ok }) =>
      ok(roleResponse(await changeRole(caller, params.id, body))),
  }),
  DELETE: endpoint({
    id: "deleteRole",
    tag: "Roles",
    summary: "Delete a role",
    description: "The service refuses the request with 409 while a membership holds the role.",
    caller: "machine",
    scope: "roles:write",
    params: ids("id"),
    answers: { empty: nothing("The role is gone.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, empty }) => {
      await deleteRole(caller, params.id);
      return empty();
    },
  }),
});
