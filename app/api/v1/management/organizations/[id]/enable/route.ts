import { NothingBody } from "@/lib/contract/nothing";
import { organizationResponse } from "@/lib/contract/organization";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { setOrganizationStatus } from "@/lib/organizations/set-organization-status";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    const one = await setOrganizationStatus(caller, pathId(params.id), "active");
    return Response.json(organizationResponse(one));
  }),
});
