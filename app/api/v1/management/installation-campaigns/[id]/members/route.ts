import { campaignMemberList } from "@/lib/contract/campaign";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { readCampaignMembers } from "@/lib/installations/read-campaign-members";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params }) =>
    Response.json(campaignMemberList(await readCampaignMembers(caller, pathId(params.id)))),
  ),
});
