import { userlessEventsStep } from "@/lib/features/retention/retention-store";

/** Events of one step, which is a transaction. */
const BATCH = 2_000;
/** Steps of one run; the next run continues. */
const MOST_STEPS = 200;

/** Replaces network addresses and user agents with pseudonyms in events without a user, once they are 30
 *  days old. A failed sign-in with an unknown address, for example, belongs to no user whose erasure would
 *  pseudonymise it.
 *  @returns the number of events examined */
export async function pseudonymiseUserlessEvents(): Promise<number> {
  let looked = 0;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const batch = await userlessEventsStep(BATCH);
    looked += batch;
    if (batch < BATCH) break;
  }
  return looked;
}
