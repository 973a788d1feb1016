import type { TenantScope } from "@/lib/caller";
import type { CampaignFigures } from "@/lib/campaigns/campaign";
import { readFigures } from "@/lib/campaigns/campaign-reach-store";
import { findCampaign } from "@/lib/campaigns/campaign-store";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";

/** Whom a campaign's selector reaches at this moment: what a person is shown before confirming.
 *  @throws ServiceError `missing` */
export function previewCampaign(scope: TenantScope, id: string): Promise<CampaignFigures> {
  return inTransaction(scope, async (db) => {
    const campaign = await findCampaign(db, id);
    if (!campaign) throw missing();
    return readFigures(db, campaign.selector);
  });
}
