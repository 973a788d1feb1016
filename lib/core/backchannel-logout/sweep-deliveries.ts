import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Marks notifications as failed that no job will deliver any more: a day is longer than any of them is
 *  retried. */
export const failUnmadeDeliveries = () => sweep("unmade_deliveries", DAY);

/** Deletes finished notifications with their attempts, after the retention period. */
export const sweepFinishedDeliveries = () =>
  sweep("logout_deliveries", config().limits.finishedDeliveryDays * DAY);
