import { Badge } from "@/app/dashboard/_parts/badge";
import { wordsOf } from "@/app/dashboard/_words/words-of";

const tones = {
  active: "green",
  disabled: "red",
  suspended: "red",
  inactive: "amber",
} as const;

/** Status of a thing, in the reader's language. */
export async function StatusBadge({ status }: { status: keyof typeof tones }) {
  const { t } = await wordsOf("frame");
  return <Badge tone={tones[status]}>{t(`nouns.status.${status}`)}</Badge>;
}
