import { listAwaitingCampaigns } from "@/lib/core/campaigns/campaign-member-store";
import { lockCampaign } from "@/lib/core/campaigns/campaign-store";
import { completeCampaign } from "@/lib/core/campaigns/complete-campaign";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Lets no campaign wait for an installation that was retired in this transaction. A campaign that waited
 *  only for this one is completed. The installation stays a member, with what it reported. */
export async function leaveCampaigns(
  db: Queryable,
  installationId: string,
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<void> {
  for (const campaign of await listAwaitingCampaigns(db, installationId)) {
    await lockCampaign(db, campaign.id);
    await completeCampaign(db, campaign, by);
  }
}
