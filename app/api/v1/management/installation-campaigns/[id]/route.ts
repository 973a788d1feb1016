import { findCampaign } from "@/lib/campaigns/campaign-store";
import { CampaignResource, campaignResponse } from "@/lib/contract/campaign";
import { campaignExamples } from "@/lib/contract/campaign-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readInstallationCampaign",
    tag: "Campaigns",
    summary: "Read a campaign and how far it has come",
    description: "With the number of members in each state.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: { ok: answer(CampaignResource, campaignExamples.confirmed, "The campaign.") },
    handle: async ({ caller, params, ok }) => {
      const campaign = await inTransaction(caller, (db) => findCampaign(db, params.id));
      if (!campaign) throw missing();
      return ok(campaignResponse(campaign));
    },
  }),
});
