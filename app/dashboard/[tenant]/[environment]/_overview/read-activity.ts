import {
  healthSince,
  readEnvironmentHealth,
} from "@/lib/core/administrators/environment-health-store";
import {
  type CountUnit,
  type EventCount,
  endOf,
  LIVE_MINUTES,
  lastUnits,
} from "@/lib/features/statistics/event-count";
import {
  readActiveUsers,
  readCountedUntil,
  readEventCounts,
} from "@/lib/features/statistics/event-count-store";
import type { Caller } from "@/lib/kernel/caller";
import { minutesAfter } from "@/lib/kernel/clock";
import { inLateRead } from "@/lib/kernel/db/late-read";

const SHOWN: Record<CountUnit, number> = { hour: 24, day: 30 };
const SIGN_IN_KINDS = ["login.succeeded", "login.failed", "login.locked"] as const;

/** Reads what happened in an environment in numbers. The counts are made by the worker: a page reads some
 *  hundreds of rows, for a trail of any length. */
export async function readActivity(caller: Caller, unit: CountUnit, at: Date) {
  const beginnings = lastUnits(unit, SHOWN[unit], at);
  const [from, last] = [beginnings[0] ?? at, beginnings.at(-1) ?? at];
  const range = { from, to: endOf(unit, last), unit, kinds: SIGN_IN_KINDS };
  const [counts, active, countedUntil, health] = await inLateRead(caller, (db) =>
    Promise.all([
      readEventCounts(db, range),
      readActiveUsers(db, at),
      readCountedUntil(db),
      readEnvironmentHealth(db, { since: healthSince(at), at }),
    ]),
  );
  const isBehind = countedUntil < minutesAfter(at, -LIVE_MINUTES);
  return {
    unit,
    beginnings,
    counts,
    active,
    health,
    behindSince: isBehind ? countedUntil : null,
  };
}

export type EnvironmentActivity = Awaited<ReturnType<typeof readActivity>>;

/** Returns the total of one kind over all periods shown. */
export function totalOf(
  counts: readonly EventCount[],
  kind: (typeof SIGN_IN_KINDS)[number],
): number {
  return counts.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0);
}
