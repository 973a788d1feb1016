import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";

/** Leads to everything that the audit log holds about one thing. */
export async function AuditLink({ place, target }: { place: Place; target: string }) {
  const { t } = await wordsOf("frame");
  return (
    <span className="text-sm">
      <TextLink href={withValues(placePath(place, "audit"), { target })}>
        {t("nouns.inAuditLog")}
      </TextLink>
    </span>
  );
}
