import { CampaignConfirmationBody, campaignResponse } from "@/lib/contract/campaign";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { confirmCampaign } from "@/lib/installations/confirm-campaign";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params, read }) => {
    const { membershipVersion, displayedCount: count } = await read(CampaignConfirmationBody);
    const displayed = { count, membershipVersion };
    const campaign = await confirmCampaign(caller, pathId(params.id), displayed);
    return Response.json(campaignResponse(campaign));
  }),
});
