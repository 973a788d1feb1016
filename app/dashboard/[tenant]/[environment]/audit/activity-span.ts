import { auditKinds } from "@/lib/core/audit/audit-kinds";
import type { AuditFilter } from "@/lib/core/audit/stored-audit-event";
import { beginningOf, type CountUnit, endOf } from "@/lib/features/statistics/event-count";
import { minutesAfter } from "@/lib/kernel/clock";

/** Span of the chart above a log. */
export interface ActivitySpan {
  unit: CountUnit;
  /** Starts of its bars, oldest first. */
  beginnings: Date[];
}

const HOUR = 60;
const DAY = 24 * HOUR;
/** Beyond a week a bar is a day. */
const MOST_HOURS = 7 * 24;
const MOST_DAYS = 92;

/** Returns the bars for the filter of a log: at least a day, so that a chosen hour stands among others, and
 *  the last day where no span was requested. */
export function activitySpan({ from, to }: AuditFilter, at: Date): ActivitySpan {
  const latest = to && to < at ? minutesAfter(to, -1) : at;
  const earliest = from ?? minutesAfter(latest, -DAY);
  const minutes = (latest.getTime() - earliest.getTime()) / 60_000;
  const unit: CountUnit = minutes <= MOST_HOURS * HOUR ? "hour" : "day";
  const [length, most] = unit === "hour" ? [HOUR, MOST_HOURS] : [DAY, MOST_DAYS];
  const missing = Math.max(0, DAY - minutes);
  const end = new Date(Math.min(at.getTime(), minutesAfter(latest, missing / 2).getTime()));
  const begin = new Date(Math.min(earliest.getTime(), minutesAfter(end, -DAY).getTime()));
  const last = beginningOf(unit, end);
  const count = Math.round(
    (endOf(unit, last).getTime() - beginningOf(unit, begin).getTime()) / (length * 60_000),
  );
  const beginnings = Array.from({ length: Math.min(count, most) }, (_, place) =>
    minutesAfter(last, -place * length),
  ).reverse();
  return { unit, beginnings };
}

/** Returns the kinds whose counts answer a filter; null where counts can't: they know no names, texts, or
 *  kinds of a product. */
export function countedKinds(filter: AuditFilter): readonly string[] | "all" | null {
  if (filter.search || filter.actor || filter.target || filter.actorType) return null;
  const { kind, kinds } = filter;
  if (!kind) return kinds ?? "all";
  const known = auditKinds.filter((one) =>
    kind.endsWith(".*") ? one.startsWith(kind.slice(0, -1)) : one === kind,
  );
  if (known.length === 0) return null;
  return kinds ? known.filter((one) => kinds.includes(one)) : known;
}
