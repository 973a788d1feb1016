import type { CampaignMember } from "@/lib/core/campaigns/campaign";
import { listCampaignMembers } from "@/lib/core/campaigns/campaign-member-store";
import { findCampaign } from "@/lib/core/campaigns/campaign-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** Returns the installations that a confirmed campaign reaches, and the progress of each; none for a
 *  draft.
 *  @throws ServiceError `missing` */
export async function readCampaignMembers(
  scope: TenantScope,
  id: string,
): Promise<CampaignMember[]> {
  const [campaign, members] = await inBatch(scope, (db) =>
    Promise.all([findCampaign(db, id), listCampaignMembers(db, id)]),
  );
  if (!campaign) throw missing();
  return members;
}
