import type { UnscopedQueryable } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { logger } from "@/lib/kernel/process/logger";
import {
  type Bucket,
  countFailureOf,
  readSecondsLocked,
  removeLeases,
  takeLeaseOf,
} from "@/lib/kernel/rate-limits/bucket-store";

// A rate limit of failures is charged before a proof is checked: an attempt takes a lease, and releases it
// unless the proof was wrong, which turns the lease into a failure. When a process dies with a lease, or the
// database loses its release, the lease still ends by itself. Only failures lock a bucket; leases only make
// others wait. A rejected attempt changes nothing.

/** Longest life of a lease: far longer than a proof, or a request, may take. */
export const LEASE_SECONDS = 30;

/** A lease that an attempt holds. */
export interface FailureLease extends Bucket {
  /** End in milliseconds since 1970, which identifies the lease in the bucket. */
  endsAt: number;
}

/** Takes a lease of a budget of failures before a proof is checked. Of N parallel attempts exactly as many
 *  get one as are left, over all processes.
 *  @returns null when there is none: the bucket is locked, or all that are left are held */
export async function takeFailureLease<T extends Bucket>(
  db: UnscopedQueryable,
  bucket: T,
): Promise<(T & FailureLease) | null> {
  const endsAt = await takeLeaseOf(db, bucket, LEASE_SECONDS);
  return endsAt === null ? null : { ...bucket, endsAt };
}

/** Returns for how many seconds failures have locked one of these buckets, the longest of them; null when
 *  none is locked. */
export async function secondsLocked(
  db: UnscopedQueryable,
  buckets: readonly Bucket[],
): Promise<number | null> {
  return buckets.length === 0 ? null : readSecondsLocked(db, buckets);
}

/** Releases leases whose proof was correct, or was never checked. A locked bucket stays locked. Does not
 *  fail when the database is away: the result must not be lost, and a lease that can't be released ends by
 *  itself. */
export async function releaseLeases(leases: readonly FailureLease[]): Promise<void> {
  if (leases.length === 0) return;
  try {
    await removeLeases(unscoped, leases);
  } catch (error) {
    logger.warn({ err: error }, "leases of a rate limit were not released");
  }
}

/** Turns a lease into a failure, which counts until the window ends. The one that uses the budget up locks
 *  the bucket.
 *  @param lockSeconds how long from now; null for the rest of the window
 *  @returns whether this failure locked it */
export async function turnIntoFailure(
  db: UnscopedQueryable,
  { endsAt, ...bucket }: FailureLease,
  lockSeconds: number | null,
): Promise<boolean> {
  const failures = await countFailureOf(db, bucket, { endsAt, lockSeconds });
  return failures === bucket.budget.points;
}
