import { sweepExpiredRows, sweepInteractions } from "@/lib/jobs/sweep-store";
import { logger } from "@/lib/logger";

/** Deletes unfinished sign-ins as soon as they end, and what has been worthless for a while: expired secrets, codes, provider payloads and rate-limit
 *  buckets, and finished mail. A message that no job will send any more is marked as failed. */
export async function sweepStorage(): Promise<void> {
  const interactions = await sweepInteractions();
  const swept = await sweepExpiredRows();
  logger.debug({ swept: { ...swept, interactions } }, "storage swept");
}
