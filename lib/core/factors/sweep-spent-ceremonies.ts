import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes records of ceremonies whose tokens can't be presented any more; the hour is a margin for
 *  clocks. */
export const sweepSpentCeremonies = () => sweep("spent_ceremonies", HOUR);
