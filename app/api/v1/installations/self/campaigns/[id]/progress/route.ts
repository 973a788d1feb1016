import { reportCampaignProgress } from "@/lib/core/campaigns/report-campaign-progress";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import {
  AssignedCampaignResource,
  assignedCampaignResponse,
  CampaignProgressBody,
} from "@/lib/core/contract/campaign-progress";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "reportOwnProgress",
    tag: "Campaigns",
    summary: "Report how far this installation has come",
    description:
      "Success is final and makes `target_version` the installation's version; a later report may correct a failure while the campaign runs. A repeated report changes nothing.",
    caller: "installation",
    scope: "installations:report",
    params: ids("id"),
    body: content(CampaignProgressBody, campaignExamples.report),
    answers: {
      ok: answer(
        AssignedCampaignResource,
        campaignExamples.reported,
        "The campaign as this installation sees it.",
      ),
    },
    refusals: ["conflict"],
    handle: async ({ caller, params, body, ok }) =>
      ok(assignedCampaignResponse(await reportCampaignProgress(caller, params.id, body))),
  }),
});
