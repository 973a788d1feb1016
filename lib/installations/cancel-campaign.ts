import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing, ServiceError } from "@/lib/errors";
import type { Campaign } from "@/lib/installations/campaign";
import { cancelCampaignRow, findCampaign } from "@/lib/installations/campaign-store";

/** Ends a campaign that is a draft or runs: no installation is told of it any more, and what was reported
 *  stays. Cancelling again changes nothing.
 *  @throws ServiceError `missing`, or `conflict` for one that is completed */
export function cancelCampaign(caller: Caller, id: string): Promise<Campaign> {
  return inTenant(caller, async (transaction) => {
    const cancelled = await cancelCampaignRow(transaction, id, now());
    const campaign = await findCampaign(transaction, id);
    if (!campaign) throw missing();
    if (campaign.status !== "cancelled")
      throw new ServiceError("conflict", { detail: `status: the campaign is ${campaign.status}.` });
    if (cancelled)
      await recordAuditEvent(transaction, {
        kind: "installation_campaign.cancelled",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "installation_campaign", id, name: campaign.name }],
        metadata: { progress: campaign.progress },
      });
    return campaign;
  });
}
