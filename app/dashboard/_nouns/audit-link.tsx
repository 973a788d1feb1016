import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";

/** Link to all events of the audit log about one thing. */
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
