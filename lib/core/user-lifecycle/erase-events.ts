import { eraseNextEvents } from "@/lib/core/user-lifecycle/erasure-store";

/** Events of a step, which is a transaction of its own. */
const BATCH = 500;
/** Maximum of steps per run; the next run does the rest. */
const MOST_STEPS = 400;

/** Erases deleted users from the audit trail: their events stay, and data that identifies the person or
 *  their location becomes a pseudonym. Runs may be parallel: each takes users that no other holds.
 *  @returns how many events it examined */
export async function eraseEvents(): Promise<number> {
  let looked = 0;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const batch = await eraseNextEvents(BATCH);
    if (batch === null) break;
    looked += batch;
  }
  return looked;
}
