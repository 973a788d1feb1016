import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes authorizations that nobody finished, as soon as they have expired. */
export const sweepInteractions = () => sweep("interactions", 0);

/** Deletes what the provider stored and what has expired: an answer to whoever presents it late needs it for a while. */
export const sweepPayloads = () => sweep("oidc_payloads", config().limits.expiredSecretDays * DAY);
