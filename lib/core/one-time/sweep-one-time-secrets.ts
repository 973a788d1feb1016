import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes grants, links and other one-time secrets that expired a while ago. */
export const sweepOneTimeSecrets = () =>
  sweep("one_time_secrets", config().limits.expiredSecretDays * DAY);
