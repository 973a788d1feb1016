import { Badge } from "@/app/dashboard/_parts/badge";
import type { InstallationStatus } from "@/lib/installations/installation";

/** Whether an installation still authenticates. */
export function InstallationBadge({ status }: { status: InstallationStatus }) {
  return <Badge tone={status === "active" ? "green" : "neutral"}>{status}</Badge>;
}
