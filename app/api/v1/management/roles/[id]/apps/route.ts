import { AppList, AppSetBody, appResponse } from "@/lib/contract/app";
import { appExamples } from "@/lib/contract/app-examples";
import { content } from "@/lib/contract/content";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { changeRoleApps } from "@/lib/roles/change-role-apps";
import { findRole, listRoleApps } from "@/lib/roles/role-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listRoleApps",
    tag: "Roles",
    summary: "List the apps a role reaches",
    description: "Members with this role reach these apps, if the other layers let them through.",
    caller: "machine",
    scope: "roles:read",
    params: ids("id"),
    answers: { ok: answer(AppList, appExamples.list, "The full set.") },
    handle: async ({ caller, params: { id }, ok }) => {
      const apps = await inTransaction(caller, async (db) => {
        if (!(await findRole(db, id))) throw missing();
        return listRoleApps(db, id);
      });
      return ok({ apps: apps.map(appResponse) });
    },
  }),
  POST: endpoint({
    id: "replaceRoleApps",
    tag: "Roles",
    summary: "Replace the set of apps a role reaches",
    description: "Apps that are left out are closed to the role's members at once.",
    caller: "machine",
    scope: "roles:write",
    params: ids("id"),
    body: content(AppSetBody, appExamples.set),
    answers: { ok: answer(AppList, appExamples.list, "The new set.") },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const apps = await changeRoleApps(caller, params.id, body.appIds);
      return ok({ apps: apps.map(appResponse) });
    },
  }),
});
