import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import type { Campaign } from "@/lib/campaigns/campaign";
import { cancelCampaignRow, findCampaign } from "@/lib/campaigns/campaign-store";
import { now } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { missing, ServiceError } from "@/lib/errors";

/** Ends a campaign that is a draft or runs: no installation is told of it any more, and what was reported
 *  stays. Cancelling again changes nothing.
 *  @throws ServiceError `missing`, or `conflict` for one that is completed */
export function cancelCampaign(caller: Caller, id: string): Promise<Campaign> {
  return inTransaction(caller, async (db) => {
    const [cancelled, campaign] = await Promise.all([
      cancelCampaignRow(db, id, now()),
      findCampaign(db, id),
    ]);
    if (!campaign) throw missing();
    if (campaign.status !== "cancelled")
      throw new ServiceError("conflict", {
        detail: `status: a campaign that is ${campaign.status} cannot be cancelled.`,
        says: { name: "campaignCompleted" },
      });
    if (cancelled)
      await recordAuditEvent(db, {
        kind: "installation_campaign.cancelled",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "installation_campaign", id, name: campaign.name }],
        metadata: { progress: campaign.progress },
      });
    return campaign;
  });
}
