const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Adds a duration of ISO 8601 (`P30D`, `PT10M`, `P1Y2M3DT4H`). Years and months are the calendar's, in UTC.
 *  @returns null for a text that is no duration */
export function momentAfter(at: Date, duration: string): Date | null {
  const found = DURATION.exec(duration);
  if (!found) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + 12 * years + months);
  const hoursInAll = 24 * (7 * weeks + days) + hours;
  return new Date(moved.getTime() + ((hoursInAll * 60 + minutes) * 60 + seconds) * 1000);
}
