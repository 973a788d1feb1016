import { NewOrganizationBody, organizationResponse } from "@/lib/contract/organization";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { createOrganization } from "@/lib/organizations/create-organization";
import { listOrganizations } from "@/lib/organizations/organization-store";

export const { GET, POST, PUT, PATCH, DELETE } = resource({
  GET: managementRoute("workspaces:read", async ({ caller }) => {
    const organizations = await inTenant(caller, listOrganizations);
    return Response.json({ organizations: organizations.map(organizationResponse) });
  }),
  POST: managementRoute("workspaces:write", async ({ caller, read }) => {
    const made = await createOrganization(caller, await read(NewOrganizationBody));
    return Response.json(organizationResponse(made), { status: 201 });
  }),
});
