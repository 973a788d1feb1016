import { assertNotLocked, type Brake } from "@/lib/core/login/login-brake";
import type { UnscopedQueryable } from "@/lib/kernel/db/queryable";
import { LeasesHeld } from "@/lib/kernel/process/attempt-queue";
import { inKeyOrder } from "@/lib/kernel/rate-limits/bucket-store";
import {
  type FailureLease,
  releaseLeases,
  takeFailureLease,
  turnIntoFailure,
} from "@/lib/kernel/rate-limits/failure-leases";

/** A lease that an attempt holds in one of its brakes until its password or code is verified. */
export type LoginLease = Brake & FailureLease;

/** Takes a lease in every brake that has one left. They are taken before the password or code is verified,
 *  so that of any number of parallel guesses no more are verified than are left. */
export async function takeLoginLeases(
  db: UnscopedQueryable,
  brakes: readonly Brake[],
): Promise<LoginLease[]> {
  const taken = await Promise.all(inKeyOrder(brakes).map((brake) => takeFailureLease(db, brake)));
  return taken.filter((lease) => lease !== null);
}

/** Refuses an attempt that has no lease in one of its brakes. Nothing was guessed, so its other leases are
 *  released.
 *  @throws ServiceError `login_temporarily_locked`
 *  @throws LeasesHeld when nothing is locked, and others are being verified */
export async function assertEachLeased(
  brakes: readonly Brake[],
  leases: readonly LoginLease[],
): Promise<void> {
  if (leases.length === brakes.length) return;
  await releaseLeases(leases);
  await assertNotLocked(brakes);
  throw new LeasesHeld();
}

/** Releases the leases when nothing was verified: an overloaded machine must not lock any user out. */
export async function releasedOnError<T>(
  leases: readonly LoginLease[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseLeases(leases);
    throw error;
  }
}

/** Turns the leases of a failed attempt into failures.
 *  @returns the brakes that this failure locked */
export async function countLoginFailure(
  db: UnscopedQueryable,
  leases: readonly LoginLease[],
): Promise<Brake["kind"][]> {
  const counted = inKeyOrder(leases).map(async (lease) => ({
    kind: lease.kind,
    locked: await turnIntoFailure(db, lease, lease.lockSeconds),
  }));
  return (await Promise.all(counted)).filter(({ locked }) => locked).map(({ kind }) => kind);
}
