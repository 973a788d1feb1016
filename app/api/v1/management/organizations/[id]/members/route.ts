import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { listResponse } from "@/lib/http/list-response";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { memberListing } from "@/lib/organizations/organization-listing-store";
import { findOrganization } from "@/lib/organizations/organization-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params, request }) => {
    const id = pathId(params.id);
    if (!(await inTenant(caller, (t) => findOrganization(t, id)))) throw missing();
    return listResponse(caller, { name: "members", select: memberListing(caller, id) }, request);
  }),
});
