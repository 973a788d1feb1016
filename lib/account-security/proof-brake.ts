import { config } from "@/lib/config/config";
import { ServiceError } from "@/lib/errors";
import {
  failSlot,
  giveFailureSlotsBack,
  secondsLocked,
  takeFailureSlot,
} from "@/lib/rate-limits/failure-slots";
import { type Budget, bucketKey } from "@/lib/rate-limits/limiter";
import { inTurn, SlotsInUse } from "@/lib/rate-limits/turns";

/** What asks a signed-in user for a proof. Each is counted by itself, and none counts as a failed login
 *  (spec, Step-up and password-change failures). */
export type ProofFlow = "reverify" | "password-change";

/** Whose proofs are counted. */
interface Prover {
  tenantId: string;
  userId: string;
}

/** Runs a proof within the user's budget of failed ones. The slot is taken before the proof is looked at, so
 *  that parallel guesses get no more than there are, and given back unless the proof was wrong. Proofs of one user
 *  that come together wait for each other.
 *  @param prove answers null for a wrong proof
 *  @throws ServiceError `rate_limited` with the seconds to wait, `proof_rejected`, `service_overloaded` */
export function withinProofBudget<T>(
  who: Prover,
  flow: ProofFlow,
  prove: () => Promise<T | null>,
): Promise<T> {
  const { budget, key } = bucketOf(who, flow);
  return inTurn(`${flow}:${key}`, budget.points, () => tryProof(budget, key, prove));
}

/** Turns away a user whose failed proofs have used the budget up, before anything is done for another one.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export async function assertProofAllowed(who: Prover, flow: ProofFlow): Promise<void> {
  const seconds = await secondsLocked([bucketOf(who, flow)]);
  if (seconds !== null) throw usedUp(seconds);
}

async function tryProof<T>(
  budget: Budget,
  key: string,
  prove: () => Promise<T | null>,
): Promise<T> {
  const taken = await takeFailureSlot(budget, key);
  if (!taken.allowed) {
    if (taken.lockedForSeconds === null) throw new SlotsInUse();
    throw usedUp(taken.lockedForSeconds);
  }
  let proven: T | null;
  try {
    proven = await prove();
  } catch (error) {
    await giveFailureSlotsBack([taken.slot]);
    throw error;
  }
  if (proven === null) {
    // The window of the first attempt stays the window: five attempts in 15 minutes, not a lock of its own.
    await failSlot(taken.slot, null);
    throw new ServiceError("proof_rejected", { detail: "The proof was not accepted." });
  }
  await giveFailureSlotsBack([taken.slot]);
  return proven;
}

function bucketOf({ tenantId, userId }: Prover, flow: ProofFlow): { budget: Budget; key: string } {
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
