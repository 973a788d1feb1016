/** Selects the installations of a campaign: the active ones of the environment that match every field. */
export interface CampaignSelector {
  appId: string | null;
  organizationId: string | null;
  /** As installations name theirs. */
  platform: string | null;
  /** Versions before this one. An installation whose version can't be compared is not selected. */
  versionBelow: string | null;
}

/** A rollout to the installations that a selector matches, once a user has confirmed how many. */
export interface Campaign {
  id: string;
  name: string;
  selector: CampaignSelector;
  status: CampaignStatus;
  targetVersion: string;
  /** Figures that were displayed to the confirming user and were current at that moment; null before. */
  membershipVersion: string | null;
  displayedCount: number | null;
  /** Number of members by progress; all zero before the confirmation. */
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
  /** Changes with every change of the selected installations, and of what the selector reads of them. */
  membershipVersion: string;
}

/** An installation that a confirmed campaign reaches. */
export interface CampaignMember {
  installationId: string;
  name: string;
  /** Whether it still runs; a retired one reports no more, and the campaign does not wait for it. */
  status: "active" | "retired";
  progress: CampaignProgress;
  detail: string | null;
  reportedAt: Date | null;
}

/** A text that can be compared as a version: numbers and dots, perhaps a leading v, a pre-release and a
 *  build (Semantic Versioning 2.0.0). PostgreSQL compares by the same form (`atrium_version_below`). */
export const VERSION =
  /^v?\d{1,18}(\.\d{1,18}){0,7}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Whether a member with this progress may report the next one. Success is final; a failure may be
 *  corrected as long as the campaign runs. */
export function mayReport(before: CampaignProgress, after: CampaignProgress): boolean {
  return before !== "succeeded" && after !== "pending";
}
