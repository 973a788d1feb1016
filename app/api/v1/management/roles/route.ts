import { NewRoleBody, roleResponse } from "@/lib/contract/role";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { createRole } from "@/lib/roles/create-role";
import { listRoles } from "@/lib/roles/role-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("roles:read", async ({ caller }) => {
    const roles = await inTenant(caller, listRoles);
    return Response.json({ roles: roles.map(roleResponse) });
  }),
  POST: managementRoute("roles:write", async ({ caller, read }) => {
    const role = await createRole(caller, await read(NewRoleBody));
    return Response.json(roleResponse(role), { status: 201 });
  }),
});
