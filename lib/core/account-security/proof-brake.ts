import { config } from "@/lib/kernel/config/config";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { ServiceError } from "@/lib/kernel/errors";
import { inAttemptQueue, LeasesHeld } from "@/lib/kernel/process/attempt-queue";
import { countBrake } from "@/lib/kernel/process/counters";
import type { Bucket } from "@/lib/kernel/rate-limits/bucket-store";
import {
  type FailureLease,
  releaseLeases,
  secondsLocked,
  takeFailureLease,
  turnIntoFailure,
} from "@/lib/kernel/rate-limits/failure-leases";
import { bucketKey } from "@/lib/kernel/rate-limits/limiter";

/** Flow that requires a proof from a signed-in user. Each is counted separately, and none counts as a
 *  failed login (spec, Step-up and password-change failures). */
export type ProofFlow = "reverify" | "password-change" | "factor";

/** The user whose proofs are counted. */
interface Prover {
  tenantId: string;
  userId: string;
}

/** Runs a proof within the user's budget of failed ones. The lease is taken before the proof is verified,
 *  so that parallel guesses get no more than are left, and released unless the proof was wrong. Parallel
 *  proofs of one user wait for each other.
 *  @param prove returns null for a wrong proof
 *  @throws ServiceError `rate_limited` with the seconds to wait, `proof_rejected`, `service_overloaded` */
export function withinProofBudget<T>(
  who: Prover,
  flow: ProofFlow,
  prove: () => Promise<T | null>,
): Promise<T> {
  const bucket = bucketOf(who, flow);
  const { budget, key } = bucket;
  return inAttemptQueue(`${flow}:${key}`, budget.points, () => tryProof(bucket, prove));
}

/** Refuses a user whose failed proofs have used up the budget, before another proof starts.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export async function assertProofAllowed(who: Prover, flow: ProofFlow): Promise<void> {
  await assertNotLocked(bucketOf(who, flow));
}

async function tryProof<T>(bucket: Bucket, prove: () => Promise<T | null>): Promise<T> {
  const lease = await takeFailureLease(unscoped, bucket);
  if (lease) return proveWith(lease, prove);
  await assertNotLocked(bucket);
  throw new LeasesHeld();
}

async function proveWith<T>(lease: FailureLease, prove: () => Promise<T | null>): Promise<T> {
  let proven: T | null;
  try {
    proven = await prove();
  } catch (error) {
    await releaseLeases([lease]);
    throw error;
  }
  if (proven === null) {
    // The window starts at the first attempt and is not extended: five attempts in 15 minutes, not a separate
    // lock.
    await turnIntoFailure(unscoped, lease, null);
    throw new ServiceError("proof_rejected", { detail: "The proof was not accepted." });
  }
  await releaseLeases([lease]);
  return proven;
}

async function assertNotLocked(bucket: Bucket): Promise<void> {
  const seconds = await secondsLocked(unscoped, [bucket]);
  if (seconds === null) return;
  countBrake(bucket.budget.name);
  throw usedUp(seconds);
}

function bucketOf({ tenantId, userId }: Prover, flow: ProofFlow): Bucket {
  const { proofFailures, proofWindowSeconds } = config().limits;
  const budget = { name: flow, points: proofFailures, seconds: proofWindowSeconds };
  return { budget, key: bucketKey(tenantId, userId) };
}

function usedUp(retryAfterSeconds: number): ServiceError {
  return new ServiceError("rate_limited", {
    detail: "Too many failed attempts.",
    retryAfterSeconds,
  });
}
