// How long the parts of an end may take. Each waits longer than the one inside it.
import { LONGEST_UPLOAD_MS } from "@/lib/core/http/long-requests";

/** How long clients that keep their connections have to ask once more, and to be told to leave. Nobody is waited for
 *  who left. */
export const LEAVE_MS = 3_000;

/** How long requests that are being answered may take once the process must go. */
export const FINISH_MS = 8_000;

/** How long after its notice a process may take to end before it is ended. */
export const PATIENCE_MS = LEAVE_MS + FINISH_MS + 3_000;

/** How long a process that was replaced may take: as long as the longest request that the server allows. Nobody waits for it. */
export const REPLACED_MS = LONGEST_UPLOAD_MS;

/** How long the whole server may take to end by itself, in milliseconds.
 *  @param drainSeconds the notice that its processes give (ATRIUM_DRAIN_SECONDS) */
export function endsWithinMs(drainSeconds: number): number {
  return drainSeconds * 1000 + PATIENCE_MS + 3_000;
}
