import { config } from "@/lib/config/config";
import { ServiceError } from "@/lib/errors";
import { failSlot, giveFailureSlotBack, takeFailureSlot } from "@/lib/rate-limits/failure-slots";
import { assertTaken, bucketKey } from "@/lib/rate-limits/limiter";

/** What asks a signed-in user for a proof. Each is counted by itself, and none counts as a failed login
 *  (spec, Step-up and password-change failures). */
export type ProofFlow = "reverify" | "password-change";

/** Runs a proof within the user's budget of failed ones. The slot is taken before the proof is looked at, so
 *  that parallel guesses get no more than there are, and given back unless the proof was wrong.
 *  @param prove answers null for a wrong proof
 *  @throws ServiceError `rate_limited` with the seconds to wait, `proof_rejected` */
export async function withinProofBudget<T>(
  who: { tenantId: string; userId: string },
  flow: ProofFlow,
  prove: () => Promise<T | null>,
): Promise<T> {
  const { proofFailures, proofWindowSeconds } = config().limits;
  const budget = { name: flow, points: proofFailures, seconds: proofWindowSeconds };
  const key = bucketKey(who.tenantId, who.userId);
  const taken = await takeFailureSlot(budget, key);
  assertTaken(taken, "Too many failed attempts.");
  let proven: T | null;
  try {
    proven = await prove();
  } catch (error) {
    await giveFailureSlotBack(budget, key);
    throw error;
  }
  if (proven === null) {
    // The window of the first attempt stays the window: five attempts in 15 minutes, not a lock of its own.
    await failSlot(budget, key, null);
    throw new ServiceError("proof_rejected", { detail: "The proof was not accepted." });
  }
  await giveFailureSlotBack(budget, key);
  return proven;
}
