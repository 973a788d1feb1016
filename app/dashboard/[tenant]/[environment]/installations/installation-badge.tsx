import { Badge } from "@/app/dashboard/_parts/blocks";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { InstallationStatus } from "@/lib/core/installations/installation";

interface Props {
  status: InstallationStatus;
  t: Translator<"installations">;
}

/** Status of an installation: whether it can still authenticate. */
export function InstallationBadge({ status, t }: Props) {
  return <Badge tone={status === "active" ? "green" : "neutral"}>{t(`status.${status}`)}</Badge>;
}
