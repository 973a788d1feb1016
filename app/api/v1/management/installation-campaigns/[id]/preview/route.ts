import { campaignFiguresResponse } from "@/lib/contract/campaign";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { previewCampaign } from "@/lib/installations/preview-campaign";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params }) => {
    const figures = await previewCampaign(caller, pathId(params.id));
    return Response.json(campaignFiguresResponse(figures));
  }),
});
