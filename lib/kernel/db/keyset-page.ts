import { isId } from "@/lib/kernel/ids";

/** Rows on a page of the dashboard. */
export const PAGE_ROWS = 50;

/** Rows of a page, and the positions of the pages beside it. */
export interface Page<T> {
  rows: T[];
  /** Null on the last page. */
  next: string | null;
  /** Null on the first page. */
  previous: string | null;
  /** Number of rows on all pages; null where counting them would cost too much. */
  total?: number | null;
}

/** Lists are counted up to this number. */
export const COUNTED_AT_MOST = 10_000;

/** Query, position and order of a page. */
export interface Browse {
  /** As typed; empty for everything. */
  query: string;
  /** Position at which the previous page ended, from its `next`; null for the first page. */
  after: string | null;
  /** Position at which the next page began, from its `previous`: the page before it is read backwards. */
  before?: string | null;
  /** Column to sort by, with a minus before it for the other direction; absent for the list's own order. */
  sort?: string | null;
}

/** Splits a query into words, all of which a row must contain. Characters that PostgreSQL's text can't hold
 *  are dropped, as is everything beyond six words and sixty characters each. */
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

/** Whether a page is read from its end, as the page before another. */
export function isBackwards({ after, before }: Pick<Browse, "after" | "before">): boolean {
  return !after && Boolean(before);
}

/** Position from which a page is read, in either direction; null for the first page. */
export function placeIn({ after, before }: Pick<Browse, "after" | "before">): string | null {
  return after || before || null;
}

/** Returns the column that a list is sorted by, and the direction in which its pages are read.
 *  @param columns those that the list can be sorted by, the first of which is its own order; with a minus
 *  where that is descending */
export function sortOf<Column extends string>(
  browse: Browse,
  columns: readonly [`${"" | "-"}${Column}`, ...Column[]],
): { column: Column; descending: boolean; ascendingRead: boolean } {
  const match = columns.find((one) => withoutSign(one) === withoutSign(browse.sort ?? ""));
  const sort = match ? (browse.sort ?? "") : columns[0];
  const descending = sort.startsWith("-");
  const column = withoutSign(sort) as Column;
  return { column, descending, ascendingRead: descending === isBackwards(browse) };
}

function withoutSign(sort: string): string {
  return sort.replace(/^-/, "");
}

/** Makes a page of one row more than it shows, which says that there is another.
 *  @param placeOf returns a row's position
 *  @param browse the query: a page that is read backwards comes last row first */
export function pageOf<T>(
  found: readonly T[],
  placeOf: (row: T) => string,
  browse: Pick<Browse, "after" | "before">,
): Page<T> {
  const rows = found.slice(0, PAGE_ROWS);
  const goesOn = found.length > PAGE_ROWS;
  const backwards = isBackwards(browse);
  if (backwards) rows.reverse();
  const [first, last] = [rows.at(0), rows.at(-1)];
  const before = backwards ? goesOn : browse.after !== null;
  const after = backwards || goesOn;
  return {
    rows,
    next: last && after ? placeOf(last) : null,
    previous: first && before ? placeOf(first) : null,
  };
}

/** Escapes a word for LIKE, so that its wildcards are literal. */
export function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/** Splits a position into its two parts, the first of which contains no space. */
export function splitPlace(place: string | null): [string, string] {
  const [, first = "", second = ""] = /^(\S*) ?(.*)$/s.exec(place ?? "") ?? [];
  return [first, second];
}

/** Position in a list whose rows are identified by id: an id, and the text that the list is sorted by. Null
 *  for the first page, and for an invalid position. */
export function idPlace(browse: Browse): [id: string | null, text: string] {
  const [id, text] = splitPlace(placeIn(browse));
  return isId(id) ? [id, text] : [null, ""];
}

/** Whether an index can count the rows that contain these words: a trigram needs three letters. */
export function countsCheaply(words: readonly string[]): boolean {
  return words.every((word) => word.length >= 3);
}
