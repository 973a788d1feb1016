import { Badge } from "@/app/dashboard/_parts/badge";
import type { CampaignProgress, CampaignStatus } from "@/lib/campaigns/campaign";

const statusTones = {
  draft: "neutral",
  confirmed: "amber",
  completed: "green",
  cancelled: "red",
} as const;

/** How far a campaign has come as a whole. */
export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return <Badge tone={statusTones[status]}>{status === "confirmed" ? "running" : status}</Badge>;
}

/** What members have reported, in the order in which it happens. */
export const progresses = ["pending", "in_progress", "succeeded", "failed"] as const;

/** The same in words. */
export function progressName(progress: CampaignProgress): string {
  return progress.replace("_", " ");
}

/** How far one member has come. */
export function ProgressBadge({ progress }: { progress: CampaignProgress }) {
  const tones = new Map<CampaignProgress, "green" | "red" | "amber">([
    ["succeeded", "green"],
    ["failed", "red"],
    ["in_progress", "amber"],
  ]);
  return <Badge tone={tones.get(progress) ?? "neutral"}>{progressName(progress)}</Badge>;
}
