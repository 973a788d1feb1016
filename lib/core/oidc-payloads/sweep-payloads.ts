import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes authorizations that were not completed, as soon as they have expired. */
export const sweepInteractions = () => sweep("interactions", 0);

/** Deletes expired payloads of the provider, after the time in which a late request needs
 *  them for its answer. */
export const sweepPayloads = () => sweep("oidc_payloads", config().limits.expiredSecretDays * DAY);
