import type { Campaign, CampaignSelector } from "@/lib/core/campaigns/campaign";
import { createCampaign } from "@/lib/core/campaigns/create-campaign";
import type { Caller } from "@/lib/kernel/caller";

/** A draft of a campaign. */
export function aCampaign(
  environment: Caller,
  selector: Partial<CampaignSelector> = {},
): Promise<Campaign> {
  return createCampaign(environment, {
    name: "2.5.0 to the halls",
    targetVersion: "2.5.0",
    selector,
  });
}
