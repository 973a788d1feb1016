/** Which installations a campaign reaches: the active ones of the environment that fit everything named. */
export interface CampaignSelector {
  appId: string | null;
  organizationId: string | null;
  /** As installations name theirs. */
  platform: string | null;
  /** Versions before this one. An installation whose version can't be compared is not selected. */
  versionBelow: string | null;
}

/** A rollout to the installations that a selector names, once a person has confirmed how many. */
export interface Campaign {
  id: string;
  name: string;
  selector: CampaignSelector;
  status: CampaignStatus;
  targetVersion: string;
  /** What was displayed to the person who confirmed, and held at that moment; null before. */
  membershipVersion: string | null;
  displayedCount: number | null;
  /** How many of the members have come how far; all zero before the confirmation. */
  progress: Record<CampaignProgress, number>;
  createdAt: Date;
  confirmedAt: Date | null;
  completedAt: Date | null;
  cancelledAt: Date | null;
}

/** A confirmed campaign is completed once every member has reported an end; neither it nor a cancelled one
 *  changes any more. */
export type CampaignStatus = "draft" | "confirmed" | "completed" | "cancelled";

export type CampaignProgress = "pending" | "in_progress" | "succeeded" | "failed";

/** The blast radius at one moment. */
export interface CampaignFigures {
  count: number;
  /** Changes with every change of who is selected, and of what the selector reads of them. */
  membershipVersion: string;
}

/** An installation that a confirmed campaign reaches. */
export interface CampaignMember {
  installationId: string;
  name: string;
  /** Whether it still runs; a retired one reports no more, and nobody waits for it. */
  status: "active" | "retired";
  progress: CampaignProgress;
  detail: string | null;
  reportedAt: Date | null;
}

/** A text that can be compared as a version: numbers and dots, perhaps a leading v, a pre-release and a
 *  build (Semantic Versioning 2.0.0). PostgreSQL compares by the same form (`atrium_version_below`). */
export const VERSION =
  /^v?\d{1,18}(\.\d{1,18}){0,7}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Whether a member that has come so far may report this. Success is final; a failure may be mended as long as
 *  the campaign runs. */
export function mayReport(before: CampaignProgress, wanted: CampaignProgress): boolean {
  return before !== "succeeded" && wanted !== "pending";
}
