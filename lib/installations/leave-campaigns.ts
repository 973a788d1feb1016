import type { Actor, RequestContext } from "@/lib/caller";
import type { TenantTransaction } from "@/lib/db";
import { lockCampaign } from "@/lib/installations/campaign-store";
import { completeCampaign } from "@/lib/installations/complete-campaign";
import { listAwaitingCampaigns } from "@/lib/installations/installation-campaign-store";

/** Lets no campaign wait for an installation that was retired in this transaction: those of which it was the
 *  last one to report are completed. It stays a member, with what it reported. */
export async function leaveCampaigns(
  transaction: TenantTransaction,
  installationId: string,
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<void> {
  for (const campaign of await listAwaitingCampaigns(transaction, installationId)) {
    await lockCampaign(transaction, campaign.id);
    await completeCampaign(transaction, campaign, by);
  }
}
