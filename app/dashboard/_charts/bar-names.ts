import type { createFormatter } from "use-intl/core";
import type { Bar, NamedBar } from "@/app/dashboard/_charts/bar";

interface Named {
  bars: NamedBar[];
  /** Time zone of the names. */
  zone: string;
}

/** Names the bars in the reader's language and time zone. The counts are stored by the hour and the day in
 *  UTC, so days stay those of UTC, and so do hours in a time zone whose offset is no whole hour. */
export function namedBars(
  bars: readonly Bar[],
  format: ReturnType<typeof createFormatter>,
  timeZone: string,
): Named {
  const isInReaderZone = bars.every(({ at, unit }) => unit === "hour" && isWholeHour(at, timeZone));
  const zone = isInReaderZone ? timeZone : "UTC";
  const nameOf = ({ at, unit }: Bar) =>
    format.dateTime(at, { month: "short", day: "numeric", ...shown[unit], timeZone: zone });
  return { bars: bars.map((bar) => ({ ...bar, name: nameOf(bar) })), zone };
}

const shown = {
  hour: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { weekday: "short" },
} as const;

function isWholeHour(at: Date, timeZone: string): boolean {
  return Number(new Intl.DateTimeFormat("en", { minute: "numeric", timeZone }).format(at)) === 0;
}
