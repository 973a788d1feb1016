import { LRUCache } from "lru-cache";
import { now } from "@/lib/kernel/clock";
import { countBrake } from "@/lib/kernel/process/counters";
import { singleton } from "@/lib/kernel/process/singleton";
import {
  type Budget,
  type RateWindow,
  type Taken,
  takeFromWindow,
} from "@/lib/kernel/rate-limits/rate-limit";

/** Most buckets of a process; the least recently used are dropped, so that no flood fills its memory. */
const MOST_BUCKETS = 50_000;

const windows = singleton(
  "local-limiter",
  () => new LRUCache<string, RateWindow>({ max: MOST_BUCKETS }),
);

/** Takes one point of a budget of this process only. It knows no other processes and does not need the
 *  database: it precedes a shared one (limiter.ts) where a limit must hold while the database is down. */
export function takeLocalPoint(budget: Budget, key: string): Taken {
  const id = `${budget.name}:${key}`;
  const { window, taken } = takeFromWindow(budget, windows.get(id), now().getTime());
  windows.set(id, window);
  if (!taken.allowed) countBrake(budget.name);
  return taken;
}
