import type { TenantScope } from "@/lib/caller";
import type { CampaignMember } from "@/lib/campaigns/campaign";
import { listCampaignMembers } from "@/lib/campaigns/campaign-member-store";
import { findCampaign } from "@/lib/campaigns/campaign-store";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";

/** The installations that a confirmed campaign reaches, and how far each has come; none for a draft.
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
