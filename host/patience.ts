// Timeouts of the parts of a shutdown. Each is longer than the one inside it.
import { LONGEST_UPLOAD_MS } from "@/lib/core/http/long-requests";

/** Milliseconds for clients with persistent connections to send one more request, and to receive `Connection:
 *  close`. Clients that have left are not waited for. */
export const CLOSE_NOTICE_MS = 3_000;

/** Milliseconds for unfinished requests once the process must exit. */
export const FINISH_MS = 8_000;

/** Milliseconds after its notice in which a process has to end before it is killed. */
export const END_TIMEOUT_MS = CLOSE_NOTICE_MS + FINISH_MS + 3_000;

/** Milliseconds in which a replaced process has to end: the longest request that the server allows. No
 *  restart waits for it. */
export const REPLACED_MS = LONGEST_UPLOAD_MS;

/** Returns the milliseconds in which the whole server ends by itself.
 *  @param drainSeconds the notice of its processes (ATRIUM_DRAIN_SECONDS) */
export function endsWithinMs(drainSeconds: number): number {
  return drainSeconds * 1000 + END_TIMEOUT_MS + 3_000;
}
