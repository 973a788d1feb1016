import { now } from "@/lib/clock";
import { Prisma, queriesBeforeTenant, queryBeforeTenant } from "@/lib/db";
import type { Statement } from "@/lib/db-round-trip";
import type { Budget } from "@/lib/rate-limits/limiter";

// Why not the limiter's own consume and reward: it counts what it refuses, and giving a refused point back can
// reopen a bucket that a failure has locked meanwhile. Here each step is one conditional statement, and a refused
// attempt leaves no trace. One number holds both that have to change together: failures in units of FAILURE, and
// below that the slots in use. A bucket is locked by its failures alone; slots in use only make others wait.

/** What one failure counts in a bucket's points. */
export const FAILURE = 100_000;

/** When to come back to a bucket whose slots are in use: a proof is judged within about a second. */
const IN_USE_SECONDS = 1;

const TAKE = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire) VALUES ($1, 1, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN bucket.expire <= $2 THEN 1 ELSE bucket.points + 1 END,
    expire = CASE WHEN bucket.expire <= $2 THEN excluded.expire ELSE bucket.expire END
  WHERE bucket.expire <= $2 OR bucket.points / ${FAILURE} + bucket.points % ${FAILURE} < $4
  RETURNING points`;

const GIVE_BACK = `
  UPDATE rate_limit_buckets SET points = points - 1
  WHERE key = $1 AND expire > $2 AND points % ${FAILURE} > 0`;

// The window may have ended while the proof was judged; the failure then begins the next one.
const FAIL = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire)
  VALUES ($1, ${FAILURE}, $2::bigint + CASE WHEN $4 = 1 THEN coalesce($5::bigint, $3) ELSE $3::bigint END)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN bucket.expire <= $2 THEN excluded.points
                  ELSE bucket.points + ${FAILURE} - sign(bucket.points % ${FAILURE})::int END,
    expire = CASE WHEN bucket.expire <= $2 THEN excluded.expire
                  WHEN bucket.points / ${FAILURE} + 1 = $4 THEN coalesce($2::bigint + $5::bigint, bucket.expire)
                  ELSE bucket.expire END
  RETURNING points / ${FAILURE} AS failures`;

// Whoever holds several buckets at once takes them in this order, so that no two wait for each other: JavaScript's own
// order of strings, which is that of their bytes, as long as they are ASCII.
/** The order of buckets in a statement that locks several. */
export const inLockOrder = Prisma.sql`ORDER BY key COLLATE "C"`;

/** The same for messages of a statement each. */
export function byLockOrder<T extends { budget: Budget; key: string }>(buckets: readonly T[]): T[] {
  const id = ({ budget, key }: T) => storedKey(budget, key);
  return buckets.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
}

/** The key of a bucket as it is stored. */
export const storedKey = (budget: Budget, key: string) => `${budget.name}:${key}`;

/** Whether an attempt got its slot, and when to come back if not. */
export type FailureSlot = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Takes a slot of a budget of failures before a proof is looked at. Of N parallel attempts exactly as many
 *  get one as are left, over all processes; an attempt that gets none changes nothing. It waits for the end of
 *  the lock when failures used the budget up, and a second when others are merely being judged. */
export async function takeFailureSlot(budget: Budget, key: string): Promise<FailureSlot> {
  const at = now();
  const [rows] = await queriesBeforeTenant([takingFailureSlot(budget, key, at)]);
  if (rows.length > 0) return { allowed: true };
  return { allowed: false, retryAfterSeconds: await secondsUntilSlot(budget, key, at) };
}

/** The same as a statement, for a message that says more: it answers a row when there was a slot. */
export function takingFailureSlot(
  budget: Budget,
  key: string,
  at: Date,
): Statement<{ points: number }> {
  const values = [storedKey(budget, key), at.getTime(), budget.seconds * 1000, budget.points];
  return { name: "take-failure-slot", sql: { text: TAKE, values } };
}

/** When an attempt that got no slot may come back. */
export async function secondsUntilSlot(budget: Budget, key: string, at: Date): Promise<number> {
  const [locked] = await queryBeforeTenant<{ expire: string }>(
    "locked-until",
    `SELECT expire FROM rate_limit_buckets WHERE key = $1 AND points / ${FAILURE} >= $2`,
    [storedKey(budget, key), budget.points],
  );
  const left = locked ? (Number(locked.expire) - at.getTime()) / 1000 : IN_USE_SECONDS;
  return Math.max(1, Math.ceil(left));
}

/** Gives a slot back whose proof was right, or was never looked at. A locked bucket stays locked. */
export async function giveFailureSlotBack(budget: Budget, key: string): Promise<void> {
  await queriesBeforeTenant([givingFailureSlotBack(budget, key)]);
}

/** The same as a statement. */
export function givingFailureSlotBack(budget: Budget, key: string): Statement {
  const values = [storedKey(budget, key), now().getTime()];
  return { name: "give-failure-slot-back", sql: { text: GIVE_BACK, values } };
}

/** Turns a slot into a failure, which counts until the window ends. The one that uses the budget up locks the
 *  bucket.
 *  @param lockSeconds how long from now; null for what is left of the window
 *  @returns whether this failure locked it */
export async function failSlot(
  budget: Budget,
  key: string,
  lockSeconds: number | null,
): Promise<boolean> {
  const [rows] = await queriesBeforeTenant([failingSlot(budget, key, lockSeconds)]);
  return hasLocked(rows, budget);
}

/** The same as a statement, for a message that says more; `hasLocked` reads its answer. */
export function failingSlot(
  budget: Budget,
  key: string,
  lockSeconds: number | null,
): Statement<{ failures: number }> {
  const lockMs = lockSeconds === null ? null : lockSeconds * 1000;
  const at = now().getTime();
  const values = [storedKey(budget, key), at, budget.seconds * 1000, budget.points, lockMs];
  return { name: "fail-slot", sql: { text: FAIL, values } };
}

/** Whether this failure is the one that locked the bucket. */
export function hasLocked([row]: readonly { failures: number }[], budget: Budget): boolean {
  return row?.failures === budget.points;
}
