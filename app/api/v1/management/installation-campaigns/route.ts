import { campaignList, campaignResponse, NewCampaignBody } from "@/lib/contract/campaign";
import { camelKeys } from "@/lib/contract/names";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { listCampaigns } from "@/lib/installations/campaign-store";
import { createCampaign } from "@/lib/installations/create-campaign";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("workspaces:read", async ({ caller }) =>
    Response.json(campaignList(await inTenant(caller, listCampaigns))),
  ),
  POST: managementRoute("workspaces:write", async ({ caller, read }) => {
    const { selector, ...wanted } = await read(NewCampaignBody);
    const campaign = await createCampaign(caller, { ...wanted, selector: camelKeys(selector) });
    return Response.json(campaignResponse(campaign), { status: 201 });
  }),
});
