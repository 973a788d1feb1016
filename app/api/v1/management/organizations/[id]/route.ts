import { OrganizationChangesBody, organizationResponse } from "@/lib/contract/organization";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeOrganization } from "@/lib/organizations/change-organization";
import { findOrganization } from "@/lib/organizations/organization-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params }) => {
    const one = await inTenant(caller, (t) => findOrganization(t, pathId(params.id)));
    if (!one) throw missing();
    return Response.json(organizationResponse(one));
  }),
  PATCH: managementRoute("workspaces:write", async ({ caller, params, read }) => {
    const changes = await read(OrganizationChangesBody);
    const one = await changeOrganization(caller, pathId(params.id), changes);
    return Response.json(organizationResponse(one));
  }),
});
