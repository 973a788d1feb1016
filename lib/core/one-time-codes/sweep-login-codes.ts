import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes codes that expired a while ago. */
export const sweepLoginCodes = () => sweep("login_codes", config().limits.expiredSecretDays * DAY);
