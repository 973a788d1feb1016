import { listCampaigns } from "@/lib/campaigns/campaign-store";
import { createCampaign } from "@/lib/campaigns/create-campaign";
import {
  CampaignList,
  CampaignResource,
  campaignList,
  campaignResponse,
  NewCampaignBody,
} from "@/lib/contract/campaign";
import { campaignExamples } from "@/lib/contract/campaign-examples";
import { content } from "@/lib/contract/content";
import { camelKeys } from "@/lib/contract/names";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listInstallationCampaigns",
    tag: "Campaigns",
    summary: "List every campaign",
    caller: "machine",
    scope: "workspaces:read",
    answers: { ok: answer(CampaignList, campaignExamples.list, "The full set.") },
    handle: async ({ caller, ok }) => ok(campaignList(await inBatch(caller, listCampaigns))),
  }),
  POST: endpoint({
    id: "createInstallationCampaign",
    tag: "Campaigns",
    summary: "Draft a campaign",
    description:
      "The campaign reaches no installation until it is confirmed. The selector never changes.",
    caller: "machine",
    scope: "workspaces:write",
    body: content(NewCampaignBody, campaignExamples.wanted),
    answers: { created: answer(CampaignResource, campaignExamples.draft, "The draft.") },
    refusals: ["unprocessable"],
    handle: async ({ caller, body: { selector, ...wanted }, created }) => {
      const campaign = await createCampaign(caller, { ...wanted, selector: camelKeys(selector) });
      return created(campaignResponse(campaign));
    },
  }),
});
