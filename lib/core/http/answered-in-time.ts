import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { currentRequest } from "@/lib/kernel/process/current-request";
import { withinDeadline } from "@/lib/kernel/process/deadline";

/** Ends the wait for a request's work after three times the database's statement timeout
 *  (`ATRIUM_DATABASE_TIMEOUT_SECONDS`), before its caller gives up. The work itself may still complete, as
 *  when a connection is lost.
 *  @throws ServiceError `unavailable` */
export async function withDeadline(
  work: Promise<Response>,
  deadlineMs = databaseDeadlines().requestMs,
): Promise<Response> {
  try {
    return await withinDeadline(deadlineMs, work);
  } catch (error) {
    currentRequest()?.giveUp();
    // A late answer has no reader, so its stream is cancelled.
    work.then(({ body }) => body?.cancel()).catch(() => {});
    throw error;
  }
}
