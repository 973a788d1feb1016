import { now } from "@/lib/clock";
import { queryBeforeTenant } from "@/lib/db";
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

/** The key of a bucket as it is stored. */
export const storedKey = (budget: Budget, key: string) => `${budget.name}:${key}`;

/** Whether an attempt got its slot, and when to come back if not. */
export type FailureSlot = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Takes a slot of a budget of failures before a proof is looked at. Of N parallel attempts exactly as many
 *  get one as are left, over all processes; an attempt that gets none changes nothing. It waits for the end of
 *  the lock when failures used the budget up, and a second when others are merely being judged. */
export async function takeFailureSlot(budget: Budget, key: string): Promise<FailureSlot> {
  const at = now().getTime();
  const id = storedKey(budget, key);
  const values = [id, at, budget.seconds * 1000, budget.points];
  const taken = await queryBeforeTenant("take-failure-slot", TAKE, values);
  if (taken.length > 0) return { allowed: true };
  const [locked] = await queryBeforeTenant<{ expire: string }>(
    "locked-until",
    `SELECT expire FROM rate_limit_buckets WHERE key = $1 AND points / ${FAILURE} >= $2`,
    [id, budget.points],
  );
  const left = locked ? (Number(locked.expire) - at) / 1000 : IN_USE_SECONDS;
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(left)) };
}

/** Gives a slot back whose proof was right, or was never looked at. A locked bucket stays locked. */
export async function giveFailureSlotBack(budget: Budget, key: string): Promise<void> {
  const values = [storedKey(budget, key), now().getTime()];
  await queryBeforeTenant("give-failure-slot-back", GIVE_BACK, values);
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
  const [row] = await queryBeforeTenant<{ failures: number }>("fail-slot", FAIL, [
    storedKey(budget, key),
    now().getTime(),
    budget.seconds * 1000,
    budget.points,
    lockSeconds === null ? null : lockSeconds * 1000,
  ]);
  return row?.failures === budget.points;
}
