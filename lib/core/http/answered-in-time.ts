import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { currentRequest } from "@/lib/kernel/process/current-request";
import { withinDeadline } from "@/lib/kernel/process/deadline";

/** Whatever a request waits for, it is answered before its caller gives up: within three times what a statement may
 *  take (`ATRIUM_DATABASE_TIMEOUT_SECONDS`). What it was doing may still happen, as when a connection is lost.
 *  @throws ServiceError `unavailable` */
export async function answeredInTime(
  work: Promise<Response>,
  deadlineMs = databaseDeadlines().requestMs,
): Promise<Response> {
  try {
    return await withinDeadline(deadlineMs, work);
  } catch (error) {
    currentRequest()?.giveUp();
    // An answer that comes too late has no reader: what it streams is let go of.
    work.then(({ body }) => body?.cancel()).catch(() => {});
    throw error;
  }
}
