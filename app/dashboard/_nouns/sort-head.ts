import { withValues } from "@/app/dashboard/_nouns/place-path";
import type { SortHead } from "@/app/dashboard/_parts/table";
import type { Locale } from "@/i18n/locales";
import type { Browse } from "@/lib/kernel/db/keyset-page";

interface List {
  path: string;
  browse: Pick<Browse, "sort">;
  /** Sort order by default. */
  order?: string;
}

const column = (sort: string) => sort.replace(/^-/, "");

/** Head of a column: a name alone, or a link that sorts by the column, and reverses the order where the rows
 *  are sorted by it.
 *  @param filters further values of the address */
export function sortHead(
  head: string | readonly [name: string, sort: string],
  { path, browse, order }: List,
  filters: Record<string, string | null> = {},
): string | SortHead {
  if (typeof head === "string") return head;
  const [name, sort] = head;
  const now = browse.sort ?? order ?? "";
  const isSorted = column(now) === column(sort);
  const turned = now.startsWith("-") ? column(now) : `-${now}`;
  return {
    name,
    href: withValues(path, { ...filters, sort: isSorted ? turned : sort }),
    sorted: isSorted ? (now.startsWith("-") ? "descending" : "ascending") : undefined,
  };
}

/** Sorts the rows of an unpaged list by one of its columns; leaves their order for an unknown one.
 *  @param locale the reader's, whose alphabet the order follows
 *  @param by the columns, and the sort key of each; rows without one come last */
export function sortedRows<T>(
  rows: readonly T[],
  sort: string | null | undefined,
  locale: Locale,
  by: Record<string, (row: T) => string | Date | null>,
): T[] {
  const name = column(sort ?? "");
  const valueIn = Object.hasOwn(by, name) ? by[name] : undefined;
  if (!valueIn) return [...rows];
  const { compare } = new Intl.Collator(locale);
  const turn = sort?.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one), valueIn(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (a instanceof Date || b instanceof Date) return turn * (Number(a) - Number(b));
    return turn * compare(a, b);
  });
}
