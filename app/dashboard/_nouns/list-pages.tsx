import Link from "next/link";
import { withValues } from "@/app/dashboard/_nouns/place-path";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type Browse, COUNTED_AT_MOST, type Page } from "@/lib/kernel/db/keyset-page";

interface Props {
  path: string;
  browse: Browse;
  /** Further values of the address that filter the list. */
  narrowed?: Record<string, string | null>;
  page: Pick<Page<unknown>, "next" | "previous">;
}

/** Links to the previous and next page of a list, with the same search and order. */
export function ListPages({ path, browse, narrowed = {}, page: { previous, next } }: Props) {
  const filters = { q: browse.query, ...narrowed, sort: browse.sort ?? null };
  return (
    <Pages
      previous={previous && withValues(path, { ...filters, before: previous })}
      next={next && withValues(path, { ...filters, after: next })}
    />
  );
}

/** Number of rows, as a line above them; nothing when they were not counted. */
export async function Total({ total }: { total: number | null | undefined }) {
  if (total === null || total === undefined || total === 0) return null;
  const { t } = await wordsOf("frame");
  const count = Math.min(total, COUNTED_AT_MOST);
  return (
    <p className="mb-3 text-sm text-neutral-600 dark:text-neutral-400">
      {t(total > COUNTED_AT_MOST ? "nouns.totalMore" : "nouns.total", { count })}
    </p>
  );
}

interface PagesProps {
  /** Null on the first page. */
  previous: string | null;
  /** Null on the last page. */
  next: string | null;
}

/** Links to the previous and the next page of a list. */
async function Pages({ previous, next }: PagesProps) {
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
