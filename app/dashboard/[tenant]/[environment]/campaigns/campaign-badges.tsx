import { Badge } from "@/app/dashboard/_parts/blocks";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { CampaignProgress, CampaignStatus } from "@/lib/core/campaigns/campaign";

type T = Translator<"installations">;

const statusTones = {
  draft: "neutral",
  confirmed: "amber",
  completed: "green",
  cancelled: "red",
} as const;

/** Status of a whole campaign. */
export function CampaignBadge({ status, t }: { status: CampaignStatus; t: T }) {
  return <Badge tone={statusTones[status]}>{t(`campaignStatus.${status}`)}</Badge>;
}

/** Progress that members report, in the order in which it happens. */
export const progresses = ["pending", "in_progress", "succeeded", "failed"] as const;

/** Progress of one member. */
export function ProgressBadge({ progress, t }: { progress: CampaignProgress; t: T }) {
  const tones = new Map<CampaignProgress, "green" | "red" | "amber">([
    ["succeeded", "green"],
    ["failed", "red"],
    ["in_progress", "amber"],
  ]);
  return <Badge tone={tones.get(progress) ?? "neutral"}>{t(`progressStatus.${progress}`)}</Badge>;
}
