import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import type { CampaignFigures } from "@/lib/installations/campaign";
import { readFigures } from "@/lib/installations/campaign-membership-store";
import { findCampaign } from "@/lib/installations/campaign-store";

/** Whom a campaign's selector reaches at this moment: what a person is shown before confirming.
 *  @throws ServiceError `missing` */
export function previewCampaign(scope: TenantScope, id: string): Promise<CampaignFigures> {
  return inTenant(scope, async (transaction) => {
    const campaign = await findCampaign(transaction, id);
    if (!campaign) throw missing();
    return readFigures(transaction, campaign.selector);
  });
}
