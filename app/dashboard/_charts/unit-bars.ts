import type { Bar } from "@/app/dashboard/_charts/bar";
import { type CountUnit, type EventCount, endOf } from "@/lib/features/statistics/event-count";

/** Kinds of events that each series of a bar counts. */
export type SeriesKinds = readonly (readonly string[] | "all")[];

/** Returns a bar for each hour or day, including those without events.
 *  @param hrefOf returns the page that lists the events between two moments */
export function unitBars(
  unit: CountUnit,
  beginnings: readonly Date[],
  counts: readonly EventCount[],
  series: SeriesKinds,
  hrefOf?: (from: Date, to: Date) => string,
): Bar[] {
  const byMoment = Map.groupBy(counts, ({ at }) => at.getTime());
  return beginnings.map((at) => ({
    at,
    unit,
    counts: series.map((kinds) => counted(byMoment.get(at.getTime()) ?? [], kinds)),
    ...(hrefOf ? { href: hrefOf(at, endOf(unit, at)) } : {}),
  }));
}

function counted(counts: readonly EventCount[], kinds: readonly string[] | "all"): number {
  return counts
    .filter(({ kind }) => kinds === "all" || kinds.includes(kind))
    .reduce((sum, { count }) => sum + count, 0);
}
