import { findCampaignMember } from "@/lib/campaigns/campaign-member-store";
import { CampaignMemberResource, campaignMemberResponse } from "@/lib/contract/campaign";
import { campaignExamples } from "@/lib/contract/campaign-examples";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readInstallationCampaignMember",
    tag: "Campaigns",
    summary: "Read how far an installation of a campaign has come",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id", "installation_id"),
    answers: {
      ok: answer(CampaignMemberResource, campaignExamples.member, "The installation's progress."),
    },
    handle: async ({ caller, params: { id, installationId }, ok }) => {
      const member = await inBatch(caller, (db) => findCampaignMember(db, id, installationId));
      if (!member) throw missing();
      return ok(campaignMemberResponse(member));
    },
  }),
});
