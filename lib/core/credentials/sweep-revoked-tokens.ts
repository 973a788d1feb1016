import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Forgets revoked tokens that would have ended by themselves; the hour is a margin for clocks. */
export const sweepRevokedTokens = () => sweep("revoked_tokens", HOUR);
