import { LRUCache } from "lru-cache";
import { now } from "@/lib/clock";
import type { Budget, Taken } from "@/lib/rate-limits/limiter";
import { singleton } from "@/lib/singleton";

/** How many buckets a process keeps; the least recently used give way, so that no flood fills its memory. */
const KEPT = 50_000;

const buckets = singleton(
  "local-limiter",
  () => new LRUCache<string, { count: number; endsAt: number }>({ max: KEPT }),
);

/** Takes one point of a budget that is this process's own. It knows nothing of other processes and needs
 *  nothing of the database: what stands in front of a shared one (limiter.ts) where that must hold while the
 *  database is down. */
export function takeLocalPoint(budget: Budget, key: string): Taken {
  const at = now().getTime();
  const id = `${budget.name}:${key}`;
  const known = buckets.get(id);
  const bucket =
    known && known.endsAt > at ? known : { count: 0, endsAt: at + budget.seconds * 1000 };
  if (bucket.count >= budget.points)
    return {
      allowed: false,
      retryAfterSeconds: Math.max(1, Math.ceil((bucket.endsAt - at) / 1000)),
    };
  bucket.count += 1;
  buckets.set(id, bucket);
  return { allowed: true, used: bucket.count };
}
