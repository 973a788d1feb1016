import { Prisma } from "@/lib/db";
import { storedKey } from "@/lib/rate-limits/failure-slots";
import type { Budget, Taken } from "@/lib/rate-limits/limiter";

/** A bucket as a request found it when its point was taken. */
export interface BucketRow {
  points: number;
  /** When its window ends, in milliseconds since 1970; PostgreSQL's bigint comes as text. */
  expire: string;
}

/** Takes points, as `takePoint` does and from the same buckets, for statements that do more in the same round trip.
 *  @param asked a FROM with a row for each point, which names its `bucket` and when a window that it begins `expires`
 *  @returns a statement that answers each bucket once, after all of its points: `key`, `points`, `expire` */
export function takingPoints(asked: Prisma.Sql, at: Date): Prisma.Sql {
  const ms = at.getTime();
  // Always in this order, so that of two statements neither waits for a bucket of the other's.
  return Prisma.sql`
    INSERT INTO rate_limit_buckets AS taking (key, points, expire)
    SELECT bucket, count(*), max(expires) ${asked} GROUP BY bucket ORDER BY bucket
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN taking.expire <= ${ms}::bigint THEN excluded.points ELSE taking.points + excluded.points END,
      expire = CASE WHEN taking.expire <= ${ms}::bigint THEN excluded.expire ELSE taking.expire END
    RETURNING key, points, expire`;
}

/** The stored key of a budget's bucket, and when a window that begins now ends. */
export function bucketOf(budget: Budget, key: string, at: Date) {
  return { bucket: storedKey(budget, key), expires: at.getTime() + budget.seconds * 1000 };
}

/** What such a row says of the request. */
export function takenOf(row: BucketRow | undefined, { points }: Budget, at: Date): Taken {
  if (!row) throw new Error("A bucket that nobody wrote");
  if (row.points <= points) return { allowed: true, used: row.points };
  const left = Math.ceil((Number(row.expire) - at.getTime()) / 1000);
  return { allowed: false, retryAfterSeconds: Math.max(1, left) };
}
