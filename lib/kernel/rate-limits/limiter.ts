import { LRUCache } from "lru-cache";
import { keyedHash } from "@/lib/kernel/crypto/secrets";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { ServiceError } from "@/lib/kernel/errors";
import { countBrake } from "@/lib/kernel/process/counters";
import { takePointFrom } from "@/lib/kernel/rate-limits/bucket-store";
import {
  type Budget,
  type NotTaken,
  type Taken,
  takenOf,
} from "@/lib/kernel/rate-limits/rate-limit";

/** Number of cached keys: a client with many requests has the same key each time. */
const MOST_CACHED = 10_000;
/** Longer parts are no ids of ours, and are not cached: any client may send them. */
const LONGEST = 300;

const keys = new LRUCache<string, string>({ max: MOST_CACHED });

/** Returns the key of a bucket: keyed hashes, so that the table names no account and no address. */
export function bucketKey(...parts: string[]): string {
  let whole = "";
  for (const part of parts) whole += `${part.length}:${part}`;
  const known = keys.get(whole);
  if (known !== undefined) return known;
  const key = keyedHash("rate-limit", ...parts).toString("base64url");
  if (whole.length <= LONGEST) keys.set(whole, key);
  return key;
}

/** Takes one point of a budget that all processes share through PostgreSQL, atomically: of N parallel callers
 *  exactly as many succeed as points are left.
 *  @param count how many to take instead: all of them or, for the caller, none */
export async function takePoint(budget: Budget, key: string, count = 1): Promise<Taken> {
  const taken = takenOf(await takePointFrom(unscoped, { budget, key }, count), budget);
  if (!taken.allowed) countBrake(budget.name);
  return taken;
}

/** Rejects a request that got no point.
 *  @param detail names what was exceeded, in the words of the plane
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function assertTaken(taken: { allowed: true } | NotTaken, detail?: string): void {
  if (taken.allowed) return;
  const { retryAfterSeconds } = taken;
  throw new ServiceError(
    "rate_limited",
    detail ? { detail, retryAfterSeconds } : { retryAfterSeconds },
  );
}
