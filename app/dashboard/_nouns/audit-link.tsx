import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import type { Place } from "@/app/dashboard/administrator";

/** Leads to everything that the audit log holds about one thing. */
export function AuditLink({ place, target }: { place: Place; target: string }) {
  return (
    <span className="text-sm">
      <TextLink href={withValues(placePath(place, "audit"), { target })}>In the audit log</TextLink>
    </span>
  );
}
