import { eraseNextEvents } from "@/lib/core/user-lifecycle/erasure-store";

/** Events of a step, which is a transaction of its own. */
const BATCH = 500;
/** Steps of one run; what is left then is the next one's. */
const MOST_STEPS = 400;

/** Lets the audit trail forget users who were deleted: their events stay, and what tells who or where the person was becomes a
 *  pseudonym. Any number of runs may go on at once: each takes users that no other holds.
 *  @returns how many events it looked at */
export async function eraseEvents(): Promise<number> {
  let looked = 0;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const batch = await eraseNextEvents(BATCH);
    if (batch === null) break;
    looked += batch;
  }
  return looked;
}
