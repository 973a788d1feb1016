import { COUNTED_DAYS } from "@/lib/features/statistics/event-count";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes counts of hours that no page shows any more. The trail itself stays. */
export const sweepEventCounts = () => sweep("event_counts", COUNTED_DAYS * DAY);

/** Deletes on which day a user was active last, once that is further back than any page looks. */
export const sweepActiveUsers = () => sweep("active_users", 35 * DAY);

/** The same for how many users there were on such a day. */
export const sweepActiveUserDays = () => sweep("active_user_days", 35 * DAY);
