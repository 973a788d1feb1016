import { assignedCampaignResponse, CampaignProgressBody } from "@/lib/contract/campaign-progress";
import { installationRoute } from "@/lib/http/installation-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { reportCampaignProgress } from "@/lib/installations/report-campaign-progress";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: installationRoute("installations:report", async ({ caller, params, read }) => {
    const report = await read(CampaignProgressBody);
    const campaign = await reportCampaignProgress(caller, pathId(params.id), report);
    return Response.json(assignedCampaignResponse(campaign));
  }),
});
