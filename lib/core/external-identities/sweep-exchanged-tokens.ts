import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Forgets tokens of others that have expired, and so can't be exchanged again; the hour is a margin for clocks. */
export const sweepExchangedTokens = () => sweep("exchanged_tokens", HOUR);
