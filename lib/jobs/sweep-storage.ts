import { sweepExpiredRows } from "@/lib/jobs/sweep-store";
import { logger } from "@/lib/logger";

/** Deletes what has been worthless for a while: expired secrets, codes, provider payloads and rate-limit
 *  buckets, and finished mail. A message that no job will send any more is marked as failed. */
export async function sweepStorage(): Promise<void> {
  const swept = await sweepExpiredRows();
  logger.debug({ swept }, "storage swept");
}
