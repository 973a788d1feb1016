import { RoleChangesBody, roleResponse } from "@/lib/contract/role";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeRole } from "@/lib/roles/change-role";
import { deleteRole } from "@/lib/roles/delete-role";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  PATCH: managementRoute("roles:write", async ({ caller, params, read }) => {
    const changes = await read(RoleChangesBody);
    return Response.json(roleResponse(await changeRole(caller, pathId(params.id), changes)));
  }),
  DELETE: managementRoute("roles:write", async ({ caller, params }) => {
    await deleteRole(caller, pathId(params.id));
    return new Response(null, { status: 204 });
  }),
});
