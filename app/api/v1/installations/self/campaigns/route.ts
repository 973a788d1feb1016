import { assignedCampaignList } from "@/lib/contract/campaign-progress";
import { inTenant } from "@/lib/db";
import { installationRoute } from "@/lib/http/installation-route";
import { resource } from "@/lib/http/resource";
import { listAssignedCampaigns } from "@/lib/installations/installation-campaign-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: installationRoute("installations:report", async ({ caller }) => {
    const own = await inTenant(caller, (t) => listAssignedCampaigns(t, caller.installationId));
    return Response.json(assignedCampaignList(own));
  }),
});
