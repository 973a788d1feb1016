import { findCampaign } from "@/lib/core/campaigns/campaign-store";
import { CampaignResource, campaignResponse } from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

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
