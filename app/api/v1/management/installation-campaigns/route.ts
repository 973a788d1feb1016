import { listCampaigns } from "@/lib/core/campaigns/campaign-store";
import { createCampaign } from "@/lib/core/campaigns/create-campaign";
import {
  CampaignList,
  CampaignResource,
  campaignList,
  campaignResponse,
  NewCampaignBody,
} from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { content } from "@/lib/core/contract/content";
import { camelKeys } from "@/lib/core/contract/names";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";

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
    handle: async ({ caller, body: { selector, ...fields }, created }) => {
      const campaign = await createCampaign(caller, { ...fields, selector: camelKeys(selector) });
      return created(campaignResponse(campaign));
    },
  }),
});
