import { confirmCampaign } from "@/lib/core/campaigns/confirm-campaign";
import {
  CampaignConfirmationBody,
  CampaignResource,
  campaignResponse,
} from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "confirmInstallationCampaign",
    tag: "Campaigns",
    summary: "Confirm a campaign for the installations that were displayed",
    description:
      "The campaign must reach exactly the installations that were displayed. `installation_campaign_changed` carries the current `count` and `membership_version`: show the new count to a person, who confirms again. Never retry automatically.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: content(CampaignConfirmationBody, campaignExamples.confirmation),
    answers: { ok: answer(CampaignResource, campaignExamples.confirmed, "The campaign.") },
    refusals: ["installation_campaign_changed", "conflict"],
    handle: async ({ caller, params, body: { membershipVersion, displayedCount }, ok }) => {
      const displayed = { count: displayedCount, membershipVersion };
      return ok(campaignResponse(await confirmCampaign(caller, params.id, displayed)));
    },
  }),
});
