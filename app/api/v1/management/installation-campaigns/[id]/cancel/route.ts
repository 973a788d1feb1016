import { cancelCampaign } from "@/lib/core/campaigns/cancel-campaign";
import { CampaignResource, campaignResponse } from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { noBody } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "cancelInstallationCampaign",
    tag: "Campaigns",
    summary: "Cancel a draft or a running campaign",
    description:
      "Cancelling a campaign again changes nothing; cancelling a completed campaign is a 409.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: noBody,
    answers: { ok: answer(CampaignResource, campaignExamples.cancelled, "The campaign.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, ok }) =>
      ok(campaignResponse(await cancelCampaign(caller, params.id))),
  }),
});
