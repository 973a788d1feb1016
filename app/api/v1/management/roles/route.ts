import { content } from "@/lib/core/contract/content";
import { NewRoleBody, RoleList, RoleResource, roleResponse } from "@/lib/core/contract/role";
import { roleExamples } from "@/lib/core/contract/role-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { createRole } from "@/lib/core/roles/create-role";
import { listRoles } from "@/lib/core/roles/role-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listRoles",
    tag: "Roles",
    summary: "List every role",
    description: "With those that the service made itself (`is_system`).",
    caller: "machine",
    scope: "roles:read",
    answers: { ok: answer(RoleList, roleExamples.list, "The full set.") },
    handle: async ({ caller, ok }) => {
      const roles = await inBatch(caller, listRoles);
      return ok({ roles: roles.map(roleResponse) });
    },
  }),
  POST: endpoint({
    id: "createRole",
    tag: "Roles",
    summary: "Create a role",
    description: "A key that is taken is a 409. A new role opens no app.",
    caller: "machine",
    scope: "roles:write",
    body: content(NewRoleBody, roleExamples.wanted),
    answers: { created: answer(RoleResource, roleExamples.role, "The role.") },
    refusals: ["conflict"],
    handle: async ({ caller, body, created }) =>
      created(roleResponse(await createRole(caller, body))),
  }),
});
