import type { CampaignFigures } from "@/lib/core/campaigns/campaign";
import { readFigures } from "@/lib/core/campaigns/campaign-reach-store";
import { findCampaign } from "@/lib/core/campaigns/campaign-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Returns the figures of the installations that a campaign's selector reaches at this moment, for display
 *  before confirming.
 *  @throws ServiceError `missing` */
export function previewCampaign(scope: TenantScope, id: string): Promise<CampaignFigures> {
  return inTransaction(scope, async (db) => {
    const campaign = await findCampaign(db, id);
    if (!campaign) throw missing();
    return readFigures(db, campaign.selector);
  });
}
