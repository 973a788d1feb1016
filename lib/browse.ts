import { isId } from "@/lib/ids";

/** How many rows a page of the dashboard shows. */
export const PAGE_ROWS = 50;

/** Rows, and where the next page begins: null on the last. */
export interface Page<T> {
  rows: T[];
  next: string | null;
}

/** What somebody browses for. */
export interface Browse {
  /** As typed; empty for everything. */
  query: string;
  /** The place the page before ended at, as its `next` said; null for the first. */
  after: string | null;
}

/** The words of a query, each of which a row must hold. What PostgreSQL's text can't take is no part of one;
 *  beyond six words and sixty characters each nothing is looked at. */
export function searchWords(query: string): string[] {
  return query
    .slice(0, 400)
    .replace(/\p{Cc}|\p{Cs}/gu, " ")
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 6)
    .map((word) => word.slice(0, 60));
}

/** A page out of one row more than it shows, which says that there is another.
 *  @param placeOf what the next page begins after */
export function pageOf<T>(found: readonly T[], placeOf: (row: T) => string): Page<T> {
  const rows = found.slice(0, PAGE_ROWS);
  const last = rows.at(-1);
  return { rows, next: last && found.length > PAGE_ROWS ? placeOf(last) : null };
}

/** A word for LIKE, whose own wildcards stand for themselves. */
export function literally(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/** That a text holds a word, as Prisma's `where` says it. */
export function holding(word: string) {
  return { contains: literally(word), mode: "insensitive" as const };
}

/** A page by key of the rows whose key or name holds each word of a query, as Prisma's `where` says it. */
export function pageByKey({ query, after }: Browse) {
  const holds = searchWords(query).map((word) => ({
    OR: [{ key: holding(word) }, { name: holding(word) }],
  }));
  return { AND: holds, ...(after ? { key: { gt: after } } : {}) };
}

/** The id that is after all others. */
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What the ids of a descending page are less than: the place the page before ended at, or more than any id for the
 *  first page and for a place that is no id. */
export function pageBeforeId({ after }: Pick<Browse, "after">): string {
  return after !== null && isId(after) ? after : AFTER_ALL;
}
