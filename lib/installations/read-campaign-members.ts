import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import type { CampaignMember } from "@/lib/installations/campaign";
import { findCampaign, listCampaignMembers } from "@/lib/installations/campaign-store";

/** The installations that a confirmed campaign reaches, and how far each has come; none for a draft.
 *  @throws ServiceError `missing` */
export function readCampaignMembers(scope: TenantScope, id: string): Promise<CampaignMember[]> {
  return inTenant(scope, async (transaction) => {
    if (!(await findCampaign(transaction, id))) throw missing();
    return listCampaignMembers(transaction, id);
  });
}
