/** What is counted, and how it is filled. */
export interface Series {
  name: string;
  fill: "plain" | "bad";
}

/** An hour or a day. */
export interface Bar {
  /** What it is called, in full: "22 Nov, 14:00". */
  name: string;
  /** As many numbers as there are series, in their order. */
  counts: readonly number[];
  /** Where what it counts is listed. */
  href?: string;
  /** Whether it is part of what is chosen now. */
  isChosen?: boolean;
}

/** In forced colours one is filled and the other is an outline. */
export const fills = {
  plain: "fill-sky-600 dark:fill-sky-400 forced-colors:fill-[CanvasText]",
  bad: "fill-red-600 dark:fill-red-400 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
};

/** A bar, in the units of the drawing. */
export const [WIDTH, HEIGHT] = [10, 100];

export const numbers = new Intl.NumberFormat("en");
export const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** What a bar says. */
export function said({ counts }: Bar, series: readonly Series[]): string {
  return series
    .map(({ name }, place) => `${name} ${numbers.format(counts[place] ?? 0)}`)
    .join(", ");
}
