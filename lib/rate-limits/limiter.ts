import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { keyedHash } from "@/lib/crypto/secrets";
import { queryBeforeTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { singleton } from "@/lib/singleton";

/** A budget of `points` in a sliding start of `seconds`, shared by every process through PostgreSQL. */
export interface Budget {
  /** Names the bucket family; part of the stored key. */
  name: string;
  points: number;
  seconds: number;
}

/** Whether a request got its point, and when to come back if not. */
export type Taken = { allowed: true; used: number } | NotTaken;

type NotTaken = { allowed: false; retryAfterSeconds: number };

const limiters = singleton("limiters", () => new Map<string, RateLimiterPostgres>());

/** The limiter's statements have names: they go the way of all prepared ones. */
const prepared = {
  query: async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
    const rows = await queryBeforeTenant(name, text, values);
    return { rows, rowCount: rows.length };
  },
};

function limiterOf(budget: Budget): RateLimiterPostgres {
  const id = `${budget.name}:${budget.points}:${budget.seconds}`;
  const known = limiters.get(id);
  if (known) return known;
  const made = new RateLimiterPostgres({
    storeClient: prepared,
    storeType: "pool",
    tableName: "rate_limit_buckets",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: budget.name,
    points: budget.points,
    duration: budget.seconds,
  });
  limiters.set(id, made);
  return made;
}

/** The stored key of a bucket: keyed hashes, so that the table names no account and no address. */
export function bucketKey(...parts: string[]): string {
  return keyedHash("rate-limit", ...parts).toString("base64url");
}

/** Turns away whoever got no point.
 *  @param detail what there was too much of, in the words of the plane
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function assertTaken(taken: { allowed: true } | NotTaken, detail?: string): void {
  if (taken.allowed) return;
  const { retryAfterSeconds } = taken;
  throw new ServiceError(
    "rate_limited",
    detail ? { detail, retryAfterSeconds } : { retryAfterSeconds },
  );
}

/** Takes one point, atomically: of N parallel callers exactly as many succeed as points are left. */
export async function takePoint(budget: Budget, key: string): Promise<Taken> {
  try {
    const taken = await limiterOf(budget).consume(key, 1);
    return { allowed: true, used: taken.consumedPoints };
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      return {
        allowed: false,
        retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
      };
    throw refused;
  }
}
