import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Campaign, CampaignFigures } from "@/lib/core/campaigns/campaign";
import { takeMembers } from "@/lib/core/campaigns/campaign-reach-store";
import {
  confirmCampaignRow,
  findCampaign,
  lockCampaign,
} from "@/lib/core/campaigns/campaign-store";
import { completeCampaign } from "@/lib/core/campaigns/complete-campaign";
import { lockCapacity } from "@/lib/core/installations/capacity-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Confirms a campaign for exactly the installations that were displayed; they are its members from here
 *  on, regardless of later enrolments and retirements. The lock on the capacity lets no installation enrol
 *  or retire meanwhile: parallel changes are either seen here or come after. A campaign that reaches no
 *  installation is completed.
 *  @param displayed the figures that the user saw and confirmed
 *  @throws ServiceError `missing`; `installation_campaign_changed` with the current figures when they
 *  differ; `conflict` for one that is no draft any more */
export function confirmCampaign(
  caller: Caller,
  id: string,
  displayed: CampaignFigures,
): Promise<Campaign> {
  return inTransaction(caller, async (db) => {
    const [, campaign] = await Promise.all([lockCapacity(db), lockCampaign(db, id)]);
    if (!campaign) throw missing();
    if (campaign.status !== "draft")
      throw new ServiceError("conflict", {
        detail: `status: a campaign that is ${campaign.status} cannot be confirmed.`,
        says: { name: "campaignNotDraft" },
      });
    const { selector, name } = campaign;
    const members = { campaignId: id, selector };
    const { taken, ...current } = await takeMembers(db, members, displayed);
    if (!taken) throw changed(current);
    const at = now();
    await confirmCampaignRow(db, id, current, at);
    const { actor, context } = caller;
    await recordAuditEvent(db, {
      kind: "installation_campaign.confirmed",
      ...{ actor, context, at },
      targets: [{ type: "installation_campaign", id, name }],
      metadata: { displayed_count: current.count, membership_version: current.membershipVersion },
    });
    await completeCampaign(db, { id, name }, { actor, context, at });
    return (await findCampaign(db, id)) ?? campaign;
  });
}

function changed(current: CampaignFigures): ServiceError {
  return new ServiceError("installation_campaign_changed", {
    detail:
      "The campaign no longer reaches the installations that were displayed. Show the current count and ask again.",
    fields: { ...current },
  });
}
