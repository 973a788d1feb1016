import { AppList, AppSetBody, appResponse } from "@/lib/core/contract/app";
import { appExamples } from "@/lib/core/contract/app-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { findRole, listRoleApps } from "@/lib/core/roles/role-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

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
