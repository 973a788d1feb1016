import { campaignResponse } from "@/lib/contract/campaign";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { findCampaign } from "@/lib/installations/campaign-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const campaign = await inTenant(caller, (t) => findCampaign(t, id));
    if (!campaign) throw missing();
    return Response.json(campaignResponse(campaign));
  }),
});
