import { Prisma } from "@/lib/db";
import { bucketTimeSql } from "@/lib/rate-limits/bucket-time";
import { type Budget, storedKey } from "@/lib/rate-limits/limiter";

/** Takes points, as `takePoint` does and from the same buckets, for statements that do more in the same round trip.
 *  @param asked a FROM with a row for each point, which names its `bucket` and how many milliseconds its window `lasts`
 *  @returns a statement that answers each bucket once, after all of its points: `key`, `points`, `seconds` */
export function takingPoints(asked: Prisma.Sql): Prisma.Sql {
  const at = bucketTimeSql();
  // Always in this order, so that of two statements neither waits for a bucket of the other's.
  return Prisma.sql`
    INSERT INTO rate_limit_buckets AS taking (key, points, expire)
    SELECT bucket, count(*), ${at} + max(lasts) ${asked} GROUP BY bucket ORDER BY bucket
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN taking.expire <= ${at} THEN excluded.points ELSE taking.points + excluded.points END,
      expire = CASE WHEN taking.expire <= ${at} THEN excluded.expire ELSE taking.expire END
    RETURNING key, points, greatest(1, ceil((expire - ${at}) / 1000.0))::int AS seconds`;
}

/** The stored key of a budget's bucket, and how many milliseconds its window lasts. */
export function bucketOf(budget: Budget, key: string) {
  return { bucket: storedKey(budget, key), lasts: budget.seconds * 1000 };
}
