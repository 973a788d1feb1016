import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes what authorizations were refused for a month ago and not since. */
export const sweepRefusedAuthorizations = () => sweep("refused_authorizations", 30 * DAY);
