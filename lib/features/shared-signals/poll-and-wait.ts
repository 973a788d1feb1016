import {
  longestWaitMs,
  type WaitOptions,
  waitForNews,
} from "@/lib/features/audit-log/log/wait-for-news";
import { type Poll, type Polled, pollStream } from "@/lib/features/shared-signals/poll-stream";
import { hasNews } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Longest wait of a response, in milliseconds: less than the limit of an idle connection, here and in
 *  proxies. */
export const LONGEST_WAIT_MS = 50_000;

/** Polls, and waits for events if there are none (RFC 8936 §2.2), until a request's longest wait is over or
 *  the process ends.
 *  @param patience null responds at once
 *  @throws ServiceError as `pollStream` does */
export async function pollAndWait(
  caller: MachineCaller,
  id: string,
  poll: Poll,
  patience: Omit<WaitOptions, "until"> | null,
): Promise<Polled> {
  const until = performance.now() + Math.min(LONGEST_WAIT_MS, longestWaitMs());
  const isThere = () => inBatch(caller, (db) => hasNews(db, id));
  let polled = await pollStream(caller, id, poll);
  // The first poll has processed the acknowledgements.
  const again = { ...poll, acknowledged: [], refused: [] };
  while (patience && poll.maxEvents > 0 && polled.tokens.size === 0 && polled.mayWait) {
    const goesOn =
      polled.moreAvailable || (await waitForNews(caller, { ...patience, until }, isThere));
    if (!goesOn) break;
    polled = await pollStream(caller, id, again);
  }
  return polled;
}
