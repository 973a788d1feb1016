import { COUNTED_DAYS } from "@/lib/features/statistics/event-count";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes counts of hours that no page shows any more. The trail itself stays. */
export const sweepEventCounts = () => sweep("event_counts", COUNTED_DAYS * DAY);

/** Deletes users' last active days that are older than any page shows. */
export const sweepActiveUsers = () => sweep("active_users", 35 * DAY);

/** Deletes the numbers of active users of such days. */
export const sweepActiveUserDays = () => sweep("active_user_days", 35 * DAY);
