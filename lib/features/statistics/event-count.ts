/** How many events of a kind an hour or a day has. */
export interface EventCount {
  /** The beginning of the hour or day, in UTC. */
  at: Date;
  /** A kind of the service's own, or `product` for all that products pushed. */
  kind: string;
  count: number;
}

/** What a bar of a chart stands for. */
export type CountUnit = "hour" | "day";

/** Counts by hour are kept for so many days. */
export const COUNTED_DAYS = 92;

/** Of how many minutes events are counted as a page asks for them, until the worker has counted them. */
export const LIVE_MINUTES = 10;

const lengths: Record<CountUnit, number> = { hour: 3_600_000, day: 86_400_000 };

/** The beginning of the hour or day that a moment is in, in UTC. */
export function beginningOf(unit: CountUnit, at: Date): Date {
  return new Date(Math.floor(at.getTime() / lengths[unit]) * lengths[unit]);
}

/** The beginnings of the last hours or days, the oldest first; the last is the one that `at` is in. */
export function lastUnits(unit: CountUnit, howMany: number, at: Date): Date[] {
  const last = beginningOf(unit, at).getTime();
  return Array.from(
    { length: howMany },
    (_, place) => new Date(last - (howMany - 1 - place) * lengths[unit]),
  );
}

/** The end of an hour or day that begins at a moment. */
export function endOf(unit: CountUnit, beginning: Date): Date {
  return new Date(beginning.getTime() + lengths[unit]);
}
