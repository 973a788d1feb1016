import { memberResponse } from "@/lib/contract/membership";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { listMembers } from "@/lib/organizations/membership-store";
import { findOrganization } from "@/lib/organizations/organization-store";

export const { GET, POST, PUT, PATCH, DELETE } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const members = await inTenant(caller, async (t) => {
      if (!(await findOrganization(t, id))) throw missing();
      return listMembers(t, id);
    });
    return Response.json({ members: members.map(memberResponse) });
  }),
});
