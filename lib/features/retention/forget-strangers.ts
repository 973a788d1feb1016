import { strangersStep } from "@/lib/features/retention/retention-store";

/** Events of a step, which is a transaction of its own. */
const BATCH = 2_000;
/** Steps of one run; what is left then is the next one's. */
const MOST_STEPS = 200;

/** Turns network addresses and user agents into pseudonyms in events that name nobody, once they are 30 days old: a failed
 *  sign-in of an address that no user has is nobody's whose deletion would let the trail forget it.
 *  @returns how many events it looked at */
export async function forgetStrangers(): Promise<number> {
  let looked = 0;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const batch = await strangersStep(BATCH);
    looked += batch;
    if (batch < BATCH) break;
  }
  return looked;
}
