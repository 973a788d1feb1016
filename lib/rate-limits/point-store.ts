import { Prisma } from "@/lib/db";
import type { Budget, Taken } from "@/lib/rate-limits/limiter";

/** A bucket after a point was taken from it. */
export interface BucketRow {
  points: number;
  /** When its window ends, in milliseconds since 1970; PostgreSQL's bigint comes as text. */
  expire: string;
}

/** Takes one point, as `takePoint` does and from the same buckets, for statements that do more in the same round
 *  trip. Answers a `BucketRow`. */
export function takingPoint({ name, seconds }: Budget, key: string, at: Date): Prisma.Sql {
  const ms = at.getTime();
  return Prisma.sql`
    INSERT INTO rate_limit_buckets AS bucket (key, points, expire)
    VALUES (${`${name}:${key}`}, 1, ${ms + seconds * 1000}::bigint)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN bucket.expire <= ${ms}::bigint THEN 1 ELSE bucket.points + 1 END,
      expire = CASE WHEN bucket.expire <= ${ms}::bigint THEN excluded.expire ELSE bucket.expire END
    RETURNING points, expire`;
}

/** What such a row says of the request. */
export function takenOf(row: BucketRow | undefined, { points }: Budget, at: Date): Taken {
  if (!row) throw new Error("A bucket that nobody wrote");
  if (row.points <= points) return { allowed: true, used: row.points };
  const left = Math.ceil((Number(row.expire) - at.getTime()) / 1000);
  return { allowed: false, retryAfterSeconds: Math.max(1, left) };
}
