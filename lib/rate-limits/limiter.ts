import { keyedHash } from "@/lib/crypto/secrets";
import { queryBeforeTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { bucketTime, placedMs, secondsLeft } from "@/lib/rate-limits/bucket-time";

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

/** The key of a bucket as it is stored. */
export const storedKey = (budget: Budget, key: string) => `${budget.name}:${key}`;

/** What a bucket is told apart by: keyed hashes, so that the table names no account and no address. */
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

const AT = bucketTime("$2");

const TAKE = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire) VALUES ($1, 1, ${AT} + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN bucket.expire <= ${AT} THEN 1 ELSE bucket.points + 1 END,
    expire = CASE WHEN bucket.expire <= ${AT} THEN excluded.expire ELSE bucket.expire END
  RETURNING points, ${secondsLeft(AT)} AS seconds`;

/** Takes one point, atomically: of N parallel callers exactly as many succeed as points are left. */
export async function takePoint(budget: Budget, key: string): Promise<Taken> {
  const values = [storedKey(budget, key), placedMs(), budget.seconds * 1000];
  const [taken] = await queryBeforeTenant<BucketState>("take-point", TAKE, values);
  return takenOf(taken, budget);
}

/** A bucket when a point was taken from it, and the seconds until its window ends. */
export interface BucketState {
  points: number;
  seconds: number;
}

/** What a bucket's state says of the request that took the point. */
export function takenOf(state: BucketState | undefined, { points }: Budget): Taken {
  if (!state) throw new Error("A bucket that nobody wrote");
  if (state.points <= points) return { allowed: true, used: state.points };
  return { allowed: false, retryAfterSeconds: state.seconds };
}
