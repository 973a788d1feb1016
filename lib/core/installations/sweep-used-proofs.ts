import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes records of proofs that can't be presented any more; the hour is a margin for clocks. */
export const sweepUsedProofs = () => sweep("used_proofs", HOUR);
