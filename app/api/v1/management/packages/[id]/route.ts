import { PackageChangesBody, packageResponse } from "@/lib/contract/package";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changePackage } from "@/lib/packages/change-package";
import { deletePackage } from "@/lib/packages/delete-package";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  PATCH: managementRoute("packages:write", async ({ caller, params, read }) => {
    const changes = await read(PackageChangesBody);
    return Response.json(packageResponse(await changePackage(caller, pathId(params.id), changes)));
  }),
  DELETE: managementRoute("packages:write", async ({ caller, params }) => {
    await deletePackage(caller, pathId(params.id));
    return new Response(null, { status: 204 });
  }),
});
