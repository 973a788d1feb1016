import Link from "next/link";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { wordsOf } from "@/app/dashboard/_words/words-of";

interface Props {
  /** Null on the first page. */
  previous: string | null;
  /** Null on the last page. */
  next: string | null;
}

/** Links to the previous and the next page of a list. */
export async function Pages({ previous, next }: Props) {
  if (!previous && !next) return null;
  const { t } = await wordsOf("frame");
  return (
    <nav aria-label={t("nouns.pages")} className="mt-6 flex flex-wrap justify-center gap-3">
      {previous && (
        <Link href={previous} rel="prev" className={quietButton}>
          {t("nouns.previousPage")}
        </Link>
      )}
      {next && (
        <Link href={next} rel="next" className={quietButton}>
          {t("nouns.nextPage")}
        </Link>
      )}
    </nav>
  );
}
