import { reportCampaignProgress } from "@/lib/campaigns/report-campaign-progress";
import { campaignExamples } from "@/lib/contract/campaign-examples";
import {
  AssignedCampaignResource,
  assignedCampaignResponse,
  CampaignProgressBody,
} from "@/lib/contract/campaign-progress";
import { content } from "@/lib/contract/content";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
