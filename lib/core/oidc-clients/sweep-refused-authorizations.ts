import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes refusals that last occurred more than a month ago. */
export const sweepRefusedAuthorizations = () => sweep("refused_authorizations", 30 * DAY);
