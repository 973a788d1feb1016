import { findAssignedCampaign } from "@/lib/campaigns/campaign-member-store";
import { campaignExamples } from "@/lib/contract/campaign-examples";
import {
  AssignedCampaignResource,
  assignedCampaignResponse,
} from "@/lib/contract/campaign-progress";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
