import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Campaign } from "@/lib/core/campaigns/campaign";
import { cancelCampaignRow, findCampaign } from "@/lib/core/campaigns/campaign-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Ends a campaign that is a draft or runs: installations no longer see it, and what was reported stays.
 *  Cancelling again changes nothing.
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
