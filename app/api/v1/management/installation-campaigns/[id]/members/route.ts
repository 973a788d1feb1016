import { readCampaignMembers } from "@/lib/core/campaigns/read-campaign-members";
import { CampaignMemberList, campaignMemberList } from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listInstallationCampaignMembers",
    tag: "Campaigns",
    summary: "List the installations of a confirmed campaign",
    description:
      "Exactly the installations that a person confirmed, with their reports. Empty for a draft.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: {
      ok: answer(CampaignMemberList, campaignExamples.members, "The full set; empty for a draft."),
    },
    handle: async ({ caller, params, ok }) =>
      ok(campaignMemberList(await readCampaignMembers(caller, params.id))),
  }),
});
