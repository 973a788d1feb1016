import { previewCampaign } from "@/lib/core/campaigns/preview-campaign";
import { CampaignFiguresResource, campaignFiguresResponse } from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "previewInstallationCampaign",
    tag: "Campaigns",
    summary: "Count the installations that a campaign reaches now",
    description: "Show the count to a person, and send both values back to confirm.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: {
      ok: answer(
        CampaignFiguresResource,
        campaignExamples.figures,
        "Show `count` to a person, and confirm with `count` and `membership_version`.",
      ),
    },
    handle: async ({ caller, params, ok }) =>
      ok(campaignFiguresResponse(await previewCampaign(caller, params.id))),
  }),
});
