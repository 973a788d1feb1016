import { findCampaignMember } from "@/lib/core/campaigns/campaign-member-store";
import { CampaignMemberResource, campaignMemberResponse } from "@/lib/core/contract/campaign";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

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
