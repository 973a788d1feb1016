import { Badge } from "@/app/dashboard/_parts/badge";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { InstallationStatus } from "@/lib/core/installations/installation";

interface Props {
  status: InstallationStatus;
  t: Translator<"installations">;
}

/** Whether an installation still authenticates. */
export function InstallationBadge({ status, t }: Props) {
  return <Badge tone={status === "active" ? "green" : "neutral"}>{t(`status.${status}`)}</Badge>;
}
