import { z } from "zod";
import {
  type Campaign,
  type CampaignFigures,
  type CampaignMember,
  VERSION,
} from "@/lib/core/campaigns/campaign";
import { bodyId, line, name } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";

const progress = z.enum(["pending", "in_progress", "succeeded", "failed"]);
const count = z.int().min(0);
const selector = {
  app_id: id.optional(),
  organization_id: id.optional(),
  platform: z.string().optional(),
  version_below: z.string().optional(),
};

export const CampaignResource = z
  .object({
    id,
    name: z.string(),
    selector: z.object(selector),
    status: z.enum(["draft", "confirmed", "completed", "cancelled"]),
    target_version: z.string(),
    membership_version: z
      .string()
      .nullable()
      .meta({ description: "The version that was confirmed." }),
    displayed_count: count.nullable().meta({ description: "The count that was confirmed." }),
    progress: z
      .object({ pending: count, in_progress: count, succeeded: count, failed: count })
      .meta({ description: "How many installations have reached each state." }),
    created_at: timestamp,
    confirmed_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    cancelled_at: timestamp.nullable(),
  })
  .meta({ id: "InstallationCampaign", description: "A rollout to installations." });

export const CampaignList = z
  .object({ installation_campaigns: z.array(CampaignResource) })
  .meta({ id: "InstallationCampaignList" });

export const NewCampaignBody = z
  .strictObject({
    name,
    target_version: line(64).meta({
      description: "The version that an installation runs after it succeeds.",
    }),
    selector: z
      .strictObject({
        app_id: bodyId.optional(),
        organization_id: bodyId.optional(),
        platform: line(64)
          .optional()
          .meta({ description: "A platform as installations name platforms." }),
        version_below: z
          .string()
          .trim()
          .max(128)
          .regex(VERSION, "is not a version like 2.4.1 or 2.5.0-rc.1")
          .optional()
          .meta({
            description:
              "Compared by Semantic Versioning. Installations whose version can't be compared are not selected.",
          }),
      })
      .meta({
        description:
          "Active installations that fit every field; all active installations when empty.",
      }),
  })
  .meta({ id: "NewInstallationCampaign" });

export const CampaignFiguresResource = z
  .object({
    count,
    membership_version: z.string().meta({
      description:
        "Changes when other installations are selected, and when a value changes that the selector reads.",
    }),
  })
  .meta({ id: "InstallationCampaignPreview" });

export const CampaignConfirmationBody = z
  .strictObject({
    membership_version: line(200),
    displayed_count: z.int().min(0).max(2_147_483_647),
  })
  .meta({ id: "InstallationCampaignConfirmation", description: "What the person was shown." });

export const CampaignMemberResource = z
  .object({
    installation_id: id,
    name: z.string(),
    status: z.enum(["active", "retired"]),
    progress,
    detail: z.string().nullable(),
    reported_at: timestamp.nullable(),
  })
  .meta({ id: "InstallationCampaignMember" });

export const CampaignMemberList = z
  .object({ members: z.array(CampaignMemberResource) })
  .meta({ id: "InstallationCampaignMemberList" });

/** A campaign in wire format. */
export function campaignResponse(campaign: Campaign): z.infer<typeof CampaignResource> {
  const { appId, organizationId, platform, versionBelow } = campaign.selector;
  return {
    id: campaign.id,
    name: campaign.name,
    selector: {
      ...(appId ? { app_id: appId } : {}),
      ...(organizationId ? { organization_id: organizationId } : {}),
      ...(platform ? { platform } : {}),
      ...(versionBelow ? { version_below: versionBelow } : {}),
    },
    status: campaign.status,
    target_version: campaign.targetVersion,
    membership_version: campaign.membershipVersion,
    displayed_count: campaign.displayedCount,
    progress: campaign.progress,
    created_at: wireTime(campaign.createdAt),
    confirmed_at: wireTimeOrNull(campaign.confirmedAt),
    completed_at: wireTimeOrNull(campaign.completedAt),
    cancelled_at: wireTimeOrNull(campaign.cancelledAt),
  };
}

/** All campaigns in wire format. */
export function campaignList(all: readonly Campaign[]): z.infer<typeof CampaignList> {
  return { installation_campaigns: all.map(campaignResponse) };
}

/** The blast radius in wire format. */
export function campaignFiguresResponse(
  figures: CampaignFigures,
): z.infer<typeof CampaignFiguresResource> {
  return { count: figures.count, membership_version: figures.membershipVersion };
}

/** A campaign's members in wire format. */
export function campaignMemberList(
  members: readonly CampaignMember[],
): z.infer<typeof CampaignMemberList> {
  return { members: members.map(campaignMemberResponse) };
}

/** One member of a campaign in wire format. */
export function campaignMemberResponse(
  member: CampaignMember,
): z.infer<typeof CampaignMemberResource> {
  return {
    installation_id: member.installationId,
    name: member.name,
    status: member.status,
    progress: member.progress,
    detail: member.detail,
    reported_at: wireTimeOrNull(member.reportedAt),
  };
}
