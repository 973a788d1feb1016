import type { CountUnit } from "@/lib/features/statistics/event-count";

/** Counted series, and the fill of its bars. */
export interface Series {
  name: string;
  fill: "plain" | "bad";
}

/** Bar of an hour or a day. */
export interface Bar {
  /** Start of the hour or day. */
  at: Date;
  unit: CountUnit;
  /** One number for each series, in their order. */
  counts: readonly number[];
  /** Page that lists the counted events. */
  href?: string;
  /** Whether it is within the current filter. */
  isChosen?: boolean;
}

/** Bar with its full name in the reader's language: "22 Nov, 14:00". */
export interface NamedBar extends Bar {
  name: string;
}

/** Formats a number for the reader. */
export type WriteNumber = (count: number) => string;
/** Formats a list for the reader. */
export type WriteList = (items: readonly string[]) => string;

/** In forced colours one is filled and the other is an outline. */
export const fills = {
  plain: "fill-sky-600 dark:fill-sky-400 forced-colors:fill-[CanvasText]",
  bad: "fill-red-600 dark:fill-red-400 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
};

/** Size of a bar, in the units of the drawing. */
export const [WIDTH, HEIGHT] = [10, 100];

export const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** Text of a bar. */
export function barText(
  { counts }: Bar,
  series: readonly Series[],
  write: WriteNumber,
  list: WriteList,
): string {
  return list(series.map(({ name }, place) => `${name} ${write(counts[place] ?? 0)}`));
}
