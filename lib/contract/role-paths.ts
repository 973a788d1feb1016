import { AppList, AppSetBody } from "@/lib/contract/app";
import { exampleApp } from "@/lib/contract/app-paths";
import { content, type Operation } from "@/lib/contract/operation";
import { NewRoleBody, RoleChangesBody, RoleList, RoleResource } from "@/lib/contract/role";

const example = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30",
  key: "analyst",
  name: "Analyst",
  description: "Reads reports",
  permissions: ["reports:read"],
  is_system: false,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};
const tag = "Roles";
const path = "/api/v1/management/roles";
const plane = { tag, caller: "machine" } as const;

export const rolePaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listRoles",
    summary: "List every role",
    scope: "roles:read",
    answers: {
      ok: { description: "The full set.", ...content(RoleList, { roles: [example] }) },
    },
  },
  {
    ...plane,
    method: "POST",
    path,
    id: "createRole",
    summary: "Create a role",
    scope: "roles:write",
    body: content(NewRoleBody, {
      key: "analyst",
      name: "Analyst",
      description: "Reads reports",
      permissions: ["reports:read"],
    }),
    answers: { created: { description: "The role.", ...content(RoleResource, example) } },
    refusals: ["conflict"],
  },
  {
    ...plane,
    method: "PATCH",
    path: `${path}/{id}`,
    id: "changeRole",
    summary: "Change a role",
    scope: "roles:write",
    body: content(RoleChangesBody, { name: "Senior analyst", description: null }),
    answers: { ok: { description: "The role.", ...content(RoleResource, example) } },
    refusals: ["conflict"],
  },
  {
    ...plane,
    method: "DELETE",
    path: `${path}/{id}`,
    id: "deleteRole",
    summary: "Delete a role",
    description: "Refused with 409 while a membership holds the role.",
    scope: "roles:write",
    answers: { empty: { description: "It is gone." } },
    refusals: ["conflict"],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/{id}/apps`,
    id: "listRoleApps",
    summary: "List the apps a role reaches",
    scope: "roles:read",
    answers: {
      ok: { description: "The full set.", ...content(AppList, { apps: [exampleApp] }) },
    },
  },
  {
    ...plane,
    method: "POST",
    path: `${path}/{id}/apps`,
    id: "replaceRoleApps",
    summary: "Replace the set of apps a role reaches",
    scope: "roles:write",
    body: content(AppSetBody, { app_ids: [exampleApp.id] }),
    answers: {
      ok: { description: "The set as it is now.", ...content(AppList, { apps: [exampleApp] }) },
    },
    refusals: ["conflict", "unprocessable"],
  },
];
