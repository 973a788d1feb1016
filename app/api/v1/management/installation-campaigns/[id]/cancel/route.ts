import { cancelCampaign } from "@/lib/campaigns/cancel-campaign";
import { CampaignResource, campaignResponse } from "@/lib/contract/campaign";
import { campaignExamples } from "@/lib/contract/campaign-examples";
import { noBody } from "@/lib/contract/content";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
