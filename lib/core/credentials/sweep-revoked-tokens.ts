import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes revoked tokens that would have expired; the hour is a margin for clocks. */
export const sweepRevokedTokens = () => sweep("revoked_tokens", HOUR);
