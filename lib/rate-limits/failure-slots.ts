import { now } from "@/lib/clock";
import { pool } from "@/lib/db";
import type { Budget, Taken } from "@/lib/rate-limits/limiter";

// Why not the limiter's own consume and reward: it counts what it refuses, and giving a refused point back can
// reopen a bucket that a failure has locked meanwhile. Here each step is one conditional statement: a refused
// attempt leaves no trace, and a locked bucket holds more than its budget, which nothing gives back.

const TAKE = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire) VALUES ($1, 1, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN bucket.expire <= $2 THEN 1 ELSE bucket.points + 1 END,
    expire = CASE WHEN bucket.expire <= $2 THEN excluded.expire ELSE bucket.expire END
  WHERE bucket.expire <= $2 OR bucket.points < $4
  RETURNING points`;

const GIVE_BACK = `
  UPDATE rate_limit_buckets SET points = points - 1
  WHERE key = $1 AND expire > $2 AND points BETWEEN 1 AND $3`;

const LOCK = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire) VALUES ($1, $3::int + 1, $2)
  ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`;

const stored = (budget: Budget, key: string) => `${budget.name}:${key}`;

/** Takes a slot of a budget of failures before a proof is looked at. Of N parallel attempts exactly as many
 *  get one as are left, over all processes; an attempt that gets none changes nothing. */
export async function takeFailureSlot(budget: Budget, key: string): Promise<Taken> {
  const at = now().getTime();
  const id = stored(budget, key);
  const taken = await pool.query<{ points: number }>(TAKE, [
    id,
    at,
    budget.seconds * 1000,
    budget.points,
  ]);
  const [row] = taken.rows;
  if (row) return { allowed: true, used: row.points };
  const { rows } = await pool.query<{ expire: string }>(
    "SELECT expire FROM rate_limit_buckets WHERE key = $1",
    [id],
  );
  const left = Number(rows[0]?.expire ?? at) - at;
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) };
}

/** Gives a slot back whose proof was right, or was never looked at. A locked bucket stays locked. */
export async function giveFailureSlotBack(budget: Budget, key: string): Promise<void> {
  await pool.query(GIVE_BACK, [stored(budget, key), now().getTime(), budget.points]);
}

/** Locks a bucket for a time from now. */
export async function lockFailureSlots(
  budget: Budget,
  key: string,
  seconds: number,
): Promise<void> {
  await pool.query(LOCK, [stored(budget, key), now().getTime() + seconds * 1000, budget.points]);
}
