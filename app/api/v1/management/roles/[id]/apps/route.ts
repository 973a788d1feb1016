import { AppSetBody, appResponse } from "@/lib/contract/app";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeRoleApps } from "@/lib/roles/change-role-apps";
import { findRole, listRoleApps } from "@/lib/roles/role-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("roles:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const apps = await inTenant(caller, async (transaction) => {
      if (!(await findRole(transaction, id))) throw missing();
      return listRoleApps(transaction, id);
    });
    return Response.json({ apps: apps.map(appResponse) });
  }),
  POST: managementRoute("roles:write", async ({ caller, params, read }) => {
    const { appIds } = await read(AppSetBody);
    const apps = await changeRoleApps(caller, pathId(params.id), appIds);
    return Response.json({ apps: apps.map(appResponse) });
  }),
});
