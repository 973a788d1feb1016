import { listAssignedCampaigns } from "@/lib/core/campaigns/campaign-member-store";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import { AssignedCampaignList, assignedCampaignList } from "@/lib/core/contract/campaign-progress";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { inTransaction } from "@/lib/kernel/db/transaction";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listOwnCampaigns",
    tag: "Campaigns",
    summary: "List the running campaigns that reach this installation",
    description:
      "Campaigns that are confirmed and neither completed nor cancelled, each with how far this installation has come.",
    caller: "installation",
    scope: "installations:report",
    answers: { ok: answer(AssignedCampaignList, campaignExamples.assigned, "The full set.") },
    handle: async ({ caller, ok }) => {
      const own = await inTransaction(caller, (db) =>
        listAssignedCampaigns(db, caller.installationId),
      );
      return ok(assignedCampaignList(own));
    },
  }),
});
