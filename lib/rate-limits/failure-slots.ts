import { Prisma, queriesBeforeTenant } from "@/lib/db";
import type { Statement } from "@/lib/db-round-trip";
import { logger } from "@/lib/logger";
import { bucketTime, placedMs, secondsLeft } from "@/lib/rate-limits/bucket-time";
import { type Budget, storedKey } from "@/lib/rate-limits/limiter";

// A budget of failures is taken from before a proof is looked at, and the slot given back unless the proof was
// wrong: a slot is either a failure or in use. Each step is one conditional statement, and a refused attempt leaves
// no trace. A slot in use is a lease, so that a process that dies with it, or a database that loses what would have
// given it back, keeps nobody out for longer. Failures alone lock a bucket; slots in use only make others wait.

/** How long a slot is held at the most: far longer than a proof takes, and than a request may. */
export const LEASE_SECONDS = 30;

/** A slot that an attempt holds. `lease` is when it ends, by which the bucket knows whose it is. */
export interface HeldSlot {
  budget: Budget;
  key: string;
  lease: string;
}

/** Whether an attempt got its slot. If not, for how many seconds the bucket is locked; null says that it isn't,
 *  and that the slots which are left are in use. */
export type FailureSlot =
  | { allowed: true; slot: HeldSlot }
  | { allowed: false; lockedForSeconds: number | null };

const AT = bucketTime("$2");

// A lease of the same millisecond as another's gets the next one, so that leases stand in the order of their ends.
// Mostly there is none: then nothing is looked through.
const LIVE = `ARRAY(SELECT lease FROM unnest(bucket.leases) AS lease WHERE lease > ${AT})`;

const TAKE = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire, failures, leases)
  VALUES ($1, 0, ${AT} + $3::bigint, 0, ARRAY[${AT} + ${LEASE_SECONDS * 1000}])
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN bucket.expire <= ${AT} THEN 0 ELSE bucket.failures END,
    expire = CASE WHEN bucket.expire <= ${AT} THEN excluded.expire ELSE bucket.expire END,
    leases = CASE WHEN bucket.leases = '{}' THEN excluded.leases
                  ELSE ${LIVE} || greatest(bucket.leases[cardinality(bucket.leases)] + 1, excluded.leases[1]) END
  WHERE (CASE WHEN bucket.expire <= ${AT} THEN 0 ELSE bucket.failures END)
    + (CASE WHEN bucket.leases = '{}' THEN 0 ELSE cardinality(${LIVE}) END) < $4
  RETURNING leases[cardinality(leases)] AS lease`;

const GIVE_BACK = `
  UPDATE rate_limit_buckets SET leases = array_remove(leases, $2::bigint)
  WHERE key = $1 AND $2::bigint = ANY(leases)`;

// The window may have ended while the proof was judged; the failure then begins the next one.
const FAIL = `
  INSERT INTO rate_limit_buckets AS bucket (key, points, expire, failures)
  VALUES ($1, 0, ${AT} + CASE WHEN $4 = 1 THEN coalesce($5::bigint, $3) ELSE $3::bigint END, 1)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN bucket.expire <= ${AT} THEN 1 ELSE bucket.failures + 1 END,
    expire = CASE WHEN bucket.expire <= ${AT} THEN excluded.expire
                  WHEN bucket.failures + 1 = $4 THEN coalesce(${AT} + $5::bigint, bucket.expire)
                  ELSE bucket.expire END,
    leases = array_remove(bucket.leases, $6::bigint)
  RETURNING failures`;

const LOCKED = `
  SELECT ${secondsLeft(AT)} AS seconds FROM rate_limit_buckets
  WHERE key = $1 AND failures >= $3 AND expire > ${AT}`;

// Whoever holds several buckets at once takes them in this order, so that no two wait for each other: JavaScript's own
// order of strings, which is that of their bytes, as long as they are ASCII.
/** The order of buckets in a statement that locks several. */
export const inLockOrder = Prisma.sql`ORDER BY key COLLATE "C"`;

/** The same for messages of a statement each. */
export function byLockOrder<T extends { budget: Budget; key: string }>(buckets: readonly T[]): T[] {
  const id = ({ budget, key }: T) => storedKey(budget, key);
  return buckets.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
}

/** Takes a slot of a budget of failures before a proof is looked at. Of N parallel attempts exactly as many
 *  get one as are left, over all processes; an attempt that gets none changes nothing. */
export async function takeFailureSlot(budget: Budget, key: string): Promise<FailureSlot> {
  const [[taken]] = await queriesBeforeTenant([takingFailureSlot(budget, key)]);
  if (taken) return { allowed: true, slot: { budget, key, lease: taken.lease } };
  return { allowed: false, lockedForSeconds: await secondsLocked([{ budget, key }]) };
}

/** The same as a statement, for a message that says more: it answers a row when there was a slot. */
export function takingFailureSlot(budget: Budget, key: string): Statement<{ lease: string }> {
  const values = [storedKey(budget, key), placedMs(), budget.seconds * 1000, budget.points];
  return { name: "take-failure-slot", sql: { text: TAKE, values } };
}

/** For how many seconds failures have locked one of these buckets, the longest of them; null when none is. */
export async function secondsLocked(
  buckets: readonly { budget: Budget; key: string }[],
): Promise<number | null> {
  const asked = buckets.map(({ budget, key }): Statement<{ seconds: number }> => {
    const values = [storedKey(budget, key), placedMs(), budget.points];
    return { name: "locked-for", sql: { text: LOCKED, values } };
  });
  const rows = (await queriesBeforeTenant(asked)).flat();
  return rows.length > 0 ? Math.max(...rows.map(({ seconds }) => seconds)) : null;
}

/** Gives slots back whose proof was right, or was never looked at. A locked bucket stays locked. What was judged is
 *  not lost because the database is gone now: a slot that can't be given back ends by itself. */
export async function giveFailureSlotsBack(slots: readonly HeldSlot[]): Promise<void> {
  if (slots.length === 0) return;
  try {
    await queriesBeforeTenant(slots.map(givingFailureSlotBack));
  } catch (error) {
    logger.warn({ err: error }, "slots of a brake were not given back");
  }
}

function givingFailureSlotBack({ budget, key, lease }: HeldSlot): Statement {
  const values = [storedKey(budget, key), lease];
  return { name: "give-failure-slot-back", sql: { text: GIVE_BACK, values } };
}

/** Turns a slot into a failure, which counts until the window ends. The one that uses the budget up locks the
 *  bucket.
 *  @param lockSeconds how long from now; null for what is left of the window
 *  @returns whether this failure locked it */
export async function failSlot(slot: HeldSlot, lockSeconds: number | null): Promise<boolean> {
  const [rows] = await queriesBeforeTenant([failingSlot(slot, lockSeconds)]);
  return hasLocked(rows, slot.budget);
}

/** The same as a statement, for a message that says more; `hasLocked` reads its answer. */
export function failingSlot(
  { budget, key, lease }: HeldSlot,
  lockSeconds: number | null,
): Statement<{ failures: number }> {
  const lockMs = lockSeconds === null ? null : lockSeconds * 1000;
  const window = [placedMs(), budget.seconds * 1000, budget.points];
  const values = [storedKey(budget, key), ...window, lockMs, lease];
  return { name: "fail-slot", sql: { text: FAIL, values } };
}

/** Whether this failure is the one that locked the bucket. */
export function hasLocked([row]: readonly { failures: number }[], budget: Budget): boolean {
  return row?.failures === budget.points;
}
