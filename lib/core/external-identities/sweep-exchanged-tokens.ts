import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes records of external tokens that have expired, and so can't be exchanged again; the hour is a
 *  margin for clocks. */
export const sweepExchangedTokens = () => sweep("exchanged_tokens", HOUR);
