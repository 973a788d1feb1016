import { placedMoment } from "@/lib/kernel/clock";
import {
  lock,
  read,
  type Sql,
  sql,
  type UnscopedQueryable,
  write,
} from "@/lib/kernel/db/queryable";
import type { BucketState, Budget } from "@/lib/kernel/rate-limits/rate-limit";

// The buckets of rate limits, which all processes share. A bucket counts points, or failures with leases
// beside them; `takeFromWindow` defines a window. Each step is one conditional statement. Changes of several
// buckets are made in the order of their keys (`inKeyOrder`), so that they can't deadlock.

/** A bucket of a budget. */
export interface Bucket {
  budget: Budget;
  /** Key within its family (`bucketKey`). */
  key: string;
}

/** Returns the key of a bucket as it is stored. */
export const storedKey = (budget: Pick<Budget, "name">, key: string) => `${budget.name}:${key}`;

/** Returns buckets in the order in which statements lock them: JavaScript's own order of strings, which is
 *  that of their bytes, as long as they are ASCII. */
export function inKeyOrder<T extends Bucket>(buckets: readonly T[]): T[] {
  const id = ({ budget, key }: T) => storedKey(budget, key);
  return buckets.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
}

/** Takes points, whether or not so many are left.
 *  @returns the bucket afterwards */
export async function takePointFrom(
  db: UnscopedQueryable,
  { budget, key }: Bucket,
  count = 1,
): Promise<BucketState | undefined> {
  const at = bucketTime();
  const points = sql`${count}::int`;
  const isOver = sql`(bucket.expire <= ${at} OR bucket.expire > excluded.expire)`;
  const [taken] = await db.query(write<BucketState>`
    INSERT INTO rate_limit_buckets AS bucket (key, points, expire)
    VALUES (${storedKey(budget, key)}, ${points}, ${at} + ${lasting(budget)}::bigint)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isOver} THEN ${points} ELSE bucket.points + ${points} END,
      expire = CASE WHEN ${isOver} THEN excluded.expire ELSE bucket.expire END
    RETURNING points, ${secondsLeft(at)} AS seconds`);
  return taken;
}

/** Returns how many points of a bucket are taken in its window. */
export async function readPointsOf(
  db: UnscopedQueryable,
  { budget, key }: Bucket,
): Promise<number> {
  const bucket = await db.first(read<{ points: number }>`
    SELECT points FROM rate_limit_buckets WHERE key = ${storedKey(budget, key)} AND expire > ${bucketTime()}`);
  return bucket?.points ?? 0;
}

/** Takes a lease of a bucket of failures, if failures and live leases together are fewer than its points. A
 *  lease of the same millisecond as another gets the next one, so that leases are ordered by their ends. Its
 *  transaction does not wait for the disk: the result of the attempt is written after the lease, and waits.
 *  Nothing else may be written in it.
 *  @returns when the lease ends, in milliseconds since 1970; null when there was none, and then nothing has
 *  changed */
export async function takeLeaseOf(
  db: UnscopedQueryable,
  { budget, key }: Bucket,
  leaseSeconds: number,
): Promise<number | null> {
  const at = bucketTime();
  const isOver = sql`bucket.expire <= ${at}`;
  // Mostly there are no leases: then nothing is searched.
  const live = sql`ARRAY(SELECT lease FROM unnest(bucket.leases) AS lease WHERE lease > ${at})`;
  const taken = await db.first(write<{ lease: number }>`
    INSERT INTO rate_limit_buckets AS bucket (key, points, expire, failures, leases)
    SELECT ${storedKey(budget, key)}::text, 0, ${at} + ${lasting(budget)}::bigint, 0,
      ARRAY[${at} + ${leaseSeconds * 1000}::bigint]
    FROM set_config('synchronous_commit', 'off', true)
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN ${isOver} THEN 0 ELSE bucket.failures END,
      expire = CASE WHEN ${isOver} THEN excluded.expire ELSE bucket.expire END,
      leases = CASE WHEN bucket.leases = '{}' THEN excluded.leases
                    ELSE ${live} || greatest(bucket.leases[cardinality(bucket.leases)] + 1, excluded.leases[1]) END
    WHERE (CASE WHEN ${isOver} THEN 0 ELSE bucket.failures END)
      + (CASE WHEN bucket.leases = '{}' THEN 0 ELSE cardinality(${live}) END) < ${budget.points}::int
    RETURNING leases[cardinality(leases)] AS lease`);
  return taken?.lease ?? null;
}

/** Removes leases from their buckets, as far as these still have them. */
export async function removeLeases(
  db: UnscopedQueryable,
  held: readonly (Bucket & { endsAt: number })[],
): Promise<void> {
  const keys = held.map(({ budget, key }) => storedKey(budget, key));
  const leases = held.map(({ endsAt }) => endsAt);
  await db.execute(write`
    UPDATE rate_limit_buckets AS bucket
    SET leases = ARRAY(SELECT lease FROM unnest(bucket.leases) AS lease WHERE lease <> ALL (removed.ends))
    FROM (
      SELECT key, ends FROM rate_limit_buckets
      JOIN (SELECT key, array_agg(lease) AS ends FROM unnest(${keys}::text[], ${leases}::bigint[]) AS held (key, lease)
        GROUP BY key) held USING (key)
      WHERE leases && ends ORDER BY key COLLATE "C" FOR UPDATE OF rate_limit_buckets) removed
    WHERE bucket.key = removed.key`);
}

/** Counts a failure in place of a lease. If the window has ended meanwhile, the failure starts the next one.
 *  @param lockSeconds how long the bucket is locked from now on when this failure uses the budget up; null
 *  for the rest of the window
 *  @returns the failures of the window, this one included */
export async function countFailureOf(
  db: UnscopedQueryable,
  { budget, key }: Bucket,
  { endsAt, lockSeconds }: { endsAt: number; lockSeconds: number | null },
): Promise<number> {
  const at = bucketTime();
  const isOver = sql`bucket.expire <= ${at}`;
  const locking = sql`${lockSeconds === null ? null : lockSeconds * 1000}::bigint`;
  const lasts = sql`${lasting(budget)}::bigint`;
  const points = sql`${budget.points}::int`;
  const failed = await db.first(write<{ failures: number }>`
    INSERT INTO rate_limit_buckets AS bucket (key, points, expire, failures)
    VALUES (${storedKey(budget, key)}, 0,
            ${at} + CASE WHEN ${points} = 1 THEN coalesce(${locking}, ${lasts}) ELSE ${lasts} END, 1)
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN ${isOver} THEN 1 ELSE bucket.failures + 1 END,
      expire = CASE WHEN ${isOver} THEN excluded.expire
                    WHEN bucket.failures + 1 = ${points} THEN coalesce(${at} + ${locking}, bucket.expire)
                    ELSE bucket.expire END,
      leases = array_remove(bucket.leases, ${endsAt}::bigint)
    RETURNING failures`);
  return failed?.failures ?? 0;
}

/** Returns for how many seconds failures have locked one of these buckets, the longest of them; null when
 *  none is locked. */
export async function readSecondsLocked(
  db: UnscopedQueryable,
  buckets: readonly Bucket[],
): Promise<number | null> {
  const at = bucketTime();
  const locked = await db.first(read<{ seconds: number | null }>`
    SELECT max(${secondsLeft(at)}) AS seconds FROM ${lockedOf(buckets, at)}`);
  return locked?.seconds ?? null;
}

/** Returns until when failures have locked buckets, in milliseconds since 1970.
 *  @returns those that are locked, by their stored keys */
export async function readLockEnds(
  db: UnscopedQueryable,
  buckets: readonly Bucket[],
): Promise<Map<string, number>> {
  const locked = await db.query(read<{ key: string; expire: number }>`
    SELECT key, expire FROM ${lockedOf(buckets, bucketTime())}`);
  return new Map(locked.map(({ key, expire }) => [key, expire]));
}

/** Whether failures have locked any bucket of one of these budgets. */
export async function isAnyLocked(
  db: UnscopedQueryable,
  budgets: readonly Budget[],
): Promise<boolean> {
  const names = budgets.map(({ name }) => storedKey({ name }, ""));
  const points = budgets.map(({ points }) => points);
  // The index has only buckets with counted failures.
  const found = await db.first(read<{ isAny: boolean }>`
    SELECT EXISTS (
      SELECT FROM rate_limit_buckets JOIN unnest(${names}::text[], ${points}::int[]) AS asked (name, most)
        ON starts_with(key, name)
      WHERE failures > 0 AND failures >= most AND expire > ${bucketTime()}) AS is_any`);
  return found?.isAny ?? false;
}

/** Returns those of these buckets that failures have locked, as a table with its condition. */
function lockedOf(buckets: readonly Bucket[], at: Sql): Sql {
  const keys = buckets.map(({ budget, key }) => storedKey(budget, key));
  const points = buckets.map(({ budget }) => budget.points);
  return sql`
    rate_limit_buckets JOIN unnest(${keys}::text[], ${points}::int[]) AS asked (key, most) USING (key)
    WHERE failures >= most AND expire > ${at}`;
}

/** Deletes the failures of buckets and ends their windows: none of them is locked, and the next failure
 *  starts a new window. Attempts that hold a lease keep it. */
export async function clearFailures(
  db: UnscopedQueryable,
  buckets: readonly Bucket[],
): Promise<number> {
  const at = bucketTime();
  const keys = buckets.map(({ budget, key }) => storedKey(budget, key));
  const cleared = await db.query(lock<{ failures: number }>`
    UPDATE rate_limit_buckets AS bucket SET failures = 0, expire = ${at}
    FROM (
      SELECT key, failures FROM rate_limit_buckets
      WHERE key = ANY (${keys}::text[]) AND failures > 0 AND expire > ${at}
      ORDER BY key COLLATE "C" FOR UPDATE) held
    WHERE bucket.key = held.key
    RETURNING held.failures`);
  return cleared.reduce((sum, { failures }) => sum + failures, 0);
}

const lasting = ({ seconds }: Budget): number => seconds * 1000;

/** Time for windows, locks and leases, in milliseconds since 1970: PostgreSQL's own, because no two machines'
 *  clocks agree, or the time that a test has set. */
export function bucketTime(): Sql {
  const placed = placedMoment();
  return placed === null ? DATABASE_TIME : sql`${placed.getTime()}::bigint`;
}

// One part for all statements: the text of a statement whose parts have no values is composed once.
const DATABASE_TIME = sql`(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;

/** Whole seconds until a bucket's window ends, at least one. */
const secondsLeft = (at: Sql): Sql => sql`greatest(1, ceil((expire - ${at}) / 1000.0))::int`;
