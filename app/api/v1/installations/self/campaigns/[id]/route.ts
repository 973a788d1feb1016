import { findAssignedCampaign } from "@/lib/core/campaigns/campaign-member-store";
import { campaignExamples } from "@/lib/core/contract/campaign-examples";
import {
  AssignedCampaignResource,
  assignedCampaignResponse,
} from "@/lib/core/contract/campaign-progress";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readOwnCampaign",
    tag: "Campaigns",
    summary: "Read a running campaign that reaches this installation",
    description: "As the list shows it. A campaign that is over is a 404.",
    caller: "installation",
    scope: "installations:report",
    params: ids("id"),
    answers: {
      ok: answer(
        AssignedCampaignResource,
        campaignExamples.reported,
        "The campaign as this installation sees it.",
      ),
    },
    handle: async ({ caller, params, ok }) => {
      const found = await inTransaction(caller, (db) =>
        findAssignedCampaign(db, caller.installationId, params.id),
      );
      if (!found) throw missing();
      return ok(assignedCampaignResponse(found));
    },
  }),
});
