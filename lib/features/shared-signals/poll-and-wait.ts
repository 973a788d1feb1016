import {
  longestWaitMs,
  type Patience,
  waitForNews,
} from "@/lib/features/audit-log/log/wait-for-news";
import { type Poll, type Polled, pollStream } from "@/lib/features/shared-signals/poll-stream";
import { hasNews } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** How long an answer waits for something to happen: less than a connection may stand still, here and in the proxies before us. */
export const LONGEST_WAIT_MS = 50_000;

/** Polls, and where nothing is there waits until something is (RFC 8936 §2.2), for as long as a request may wait, or until this process
 *  ends.
 *  @param patience null for an answer at once
 *  @throws ServiceError as `pollStream` does */
export async function pollAndWait(
  caller: MachineCaller,
  id: string,
  poll: Poll,
  patience: Omit<Patience, "until"> | null,
): Promise<Polled> {
  const until = performance.now() + Math.min(LONGEST_WAIT_MS, longestWaitMs());
  const isThere = () => inBatch(caller, (db) => hasNews(db, id));
  let polled = await pollStream(caller, id, poll);
  // What was acknowledged is, and is not said again.
  const again = { ...poll, acknowledged: [], refused: [] };
  while (patience && poll.maxEvents > 0 && polled.tokens.size === 0 && polled.mayWait) {
    const goesOn =
      polled.moreAvailable || (await waitForNews(caller, { ...patience, until }, isThere));
    if (!goesOn) break;
    polled = await pollStream(caller, id, again);
  }
  return polled;
}
