import { Badge } from "@/app/dashboard/_parts/badge";

const tones = {
  active: "green",
  disabled: "red",
  suspended: "red",
  inactive: "amber",
} as const;

/** Whether something is on, in its own word for it. */
export function StatusBadge({ status }: { status: keyof typeof tones }) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}
