import { NewOrganizationBody, organizationResponse } from "@/lib/contract/organization";
import { listResponse } from "@/lib/http/list-response";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { createOrganization } from "@/lib/organizations/create-organization";
import { organizationListing } from "@/lib/organizations/organization-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("workspaces:read", async ({ caller, request }) =>
    listResponse(caller, { name: "organizations", select: organizationListing(caller) }, request),
  ),
  POST: managementRoute("workspaces:write", async ({ caller, read }) => {
    const made = await createOrganization(caller, await read(NewOrganizationBody));
    return Response.json(organizationResponse(made), { status: 201 });
  }),
});
