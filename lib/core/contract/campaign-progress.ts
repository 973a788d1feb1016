import { z } from "zod";
import type { AssignedCampaign } from "@/lib/core/campaigns/campaign-member-store";
import { line } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";

export const AssignedCampaignResource = z
  .object({
    id,
    name: z.string(),
    target_version: z.string(),
    confirmed_at: timestamp,
    progress: z.enum(["pending", "in_progress", "succeeded", "failed"]),
    detail: z.string().nullable(),
    reported_at: timestamp.nullable(),
  })
  .meta({ id: "AssignedCampaign", description: "A campaign as one of its members sees it." });

export const AssignedCampaignList = z
  .object({ campaigns: z.array(AssignedCampaignResource) })
  .meta({ id: "AssignedCampaignList" });

export const CampaignProgressBody = z
  .strictObject({
    progress: z.enum(["in_progress", "succeeded", "failed"]),
    detail: line(500).nullable().optional().meta({ description: "For a person." }),
  })
  .meta({ id: "CampaignProgressReport" });

/** A campaign in wire format, as its members receive it. */
export function assignedCampaignResponse(
  campaign: AssignedCampaign,
): z.infer<typeof AssignedCampaignResource> {
  return {
    id: campaign.id,
    name: campaign.name,
    target_version: campaign.targetVersion,
    confirmed_at: wireTime(campaign.confirmedAt),
    progress: campaign.progress,
    detail: campaign.detail,
    reported_at: wireTimeOrNull(campaign.reportedAt),
  };
}

/** All campaigns that reach an installation, in wire format. */
export function assignedCampaignList(
  campaigns: readonly AssignedCampaign[],
): z.infer<typeof AssignedCampaignList> {
  return { campaigns: campaigns.map(assignedCampaignResponse) };
}
