import { campaignResponse } from "@/lib/contract/campaign";
import { NothingBody } from "@/lib/contract/nothing";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { cancelCampaign } from "@/lib/installations/cancel-campaign";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    return Response.json(campaignResponse(await cancelCampaign(caller, pathId(params.id))));
  }),
});
