import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Forgets proofs that can't be presented any more; the hour is a margin for clocks. */
export const sweepUsedProofs = () => sweep("used_proofs", HOUR);
