import type { Caller } from "@/lib/caller";
import type { Campaign, CampaignSelector } from "@/lib/campaigns/campaign";
import { createCampaign } from "@/lib/campaigns/create-campaign";

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
