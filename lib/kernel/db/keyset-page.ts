import { isId } from "@/lib/kernel/ids";

/** How many rows a page of the dashboard shows. */
export const PAGE_ROWS = 50;

/** Rows, and where the pages beside them begin. */
export interface Page<T> {
  rows: T[];
  /** Null on the last page. */
  next: string | null;
  /** Null on the first page. */
  previous: string | null;
  /** How many rows there are on all pages; null where counting them would cost more than it tells. */
  total?: number | null;
}

/** No list is counted further than this. */
export const COUNTED_AT_MOST = 10_000;

/** What somebody browses for. */
export interface Browse {
  /** As typed; empty for everything. */
  query: string;
  /** The place the page before ended at, as its `next` said; null for the first. */
  after: string | null;
  /** The place the page after began at, as its `previous` said: the page before it is read backwards. */
  before?: string | null;
  /** The column to sort by, with a minus before it for the other direction; left out for the list's own order. */
  sort?: string | null;
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

/** Whether a page is read from its end: the one before another. */
export function isBackwards({ after, before }: Pick<Browse, "after" | "before">): boolean {
  return !after && Boolean(before);
}

/** The place that a page is read from, whichever way; null for the first page. */
export function placeIn({ after, before }: Pick<Browse, "after" | "before">): string | null {
  return after || before || null;
}

/** The column that a list is sorted by, and which way its pages are read.
 *  @param columns those that the list can be sorted by, the first of which is its own order; with a minus where that is
 *  descending */
export function sortOf<Column extends string>(
  browse: Browse,
  columns: readonly [`${"" | "-"}${Column}`, ...Column[]],
): { column: Column; descending: boolean; ascendingRead: boolean } {
  const asked = columns.find((one) => bare(one) === bare(browse.sort ?? ""));
  const sort = asked ? (browse.sort ?? "") : columns[0];
  const descending = sort.startsWith("-");
  const column = bare(sort) as Column;
  return { column, descending, ascendingRead: descending === isBackwards(browse) };
}

function bare(sort: string): string {
  return sort.replace(/^-/, "");
}

/** A page out of one row more than it shows, which says that there is another.
 *  @param placeOf what the pages beside it begin at
 *  @param browse how it was read: a page that is read backwards comes last row first */
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

/** A word for LIKE, whose own wildcards stand for themselves. */
export function literally(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/** A place of two parts, the first of which holds no space. */
export function splitPlace(place: string | null): [string, string] {
  const [, first = "", second = ""] = /^(\S*) ?(.*)$/s.exec(place ?? "") ?? [];
  return [first, second];
}

/** The place of a list whose rows are told apart by id: an id, and the text that the list is sorted by. Null for the
 *  first page, and for a place that is none. */
export function idPlace(browse: Browse): [id: string | null, text: string] {
  const [id, text] = splitPlace(placeIn(browse));
  return isId(id) ? [id, text] : [null, ""];
}

/** Whether the rows that hold these words are counted by an index: a trigram needs three letters. */
export function countsCheaply(words: readonly string[]): boolean {
  return words.every((word) => word.length >= 3);
}
