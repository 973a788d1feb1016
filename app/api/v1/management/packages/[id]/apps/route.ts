import { AppSetBody } from "@/lib/contract/app";
import { packageResponse } from "@/lib/contract/package";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changePackageApps } from "@/lib/packages/change-package-apps";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("packages:write", async ({ caller, params, read }) => {
    const { appIds } = await read(AppSetBody);
    const changed = await changePackageApps(caller, pathId(params.id), appIds);
    return Response.json(packageResponse(changed));
  }),
});
