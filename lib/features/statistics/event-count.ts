/** Number of events of a kind in an hour or a day. */
export interface EventCount {
  /** Start of the hour or day, in UTC. */
  at: Date;
  /** One of the service's own kinds, or `product` for all events that products pushed. */
  kind: string;
  count: number;
}

/** Time span of a bar in a chart. */
export type CountUnit = "hour" | "day";

/** Days for which hourly counts are retained. */
export const COUNTED_DAYS = 92;

/** Events of this many last minutes are counted by the page's query until the worker has counted them. */
export const LIVE_MINUTES = 10;

const lengths: Record<CountUnit, number> = { hour: 3_600_000, day: 86_400_000 };

/** Start of the hour or day that contains a moment, in UTC. */
export function beginningOf(unit: CountUnit, at: Date): Date {
  return new Date(Math.floor(at.getTime() / lengths[unit]) * lengths[unit]);
}

/** Starts of the last hours or days, the oldest first; the last one contains `at`. */
export function lastUnits(unit: CountUnit, howMany: number, at: Date): Date[] {
  const last = beginningOf(unit, at).getTime();
  return Array.from(
    { length: howMany },
    (_, place) => new Date(last - (howMany - 1 - place) * lengths[unit]),
  );
}

/** End of an hour or day, by its start. */
export function endOf(unit: CountUnit, beginning: Date): Date {
  return new Date(beginning.getTime() + lengths[unit]);
}
