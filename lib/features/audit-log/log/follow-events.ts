import {
  type LogFilter,
  type LoggedEvent,
  readLogEnd,
} from "@/lib/features/audit-log/log/log-reading-store";
import { assertReached, type LogSlice, logSlices } from "@/lib/features/audit-log/log/log-slices";
import { type Patience, waitForNews } from "@/lib/features/audit-log/log/wait-for-news";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** For how long a request looks for the first event that matches, in milliseconds, before it says how far it came. */
const SEARCH_MS = 4_000;

/** What a reader of the log is answered. */
export interface Followed {
  /** The events that match, in the log's order, piece by piece. */
  pieces: AsyncIterable<LoggedEvent[]>;
  /** Whoever has read all of them goes on after this position; -1 for the beginning. */
  lookedTo: number;
}

/** The events of the log that match, after a position, up to where the log ends now. Where there are none, the first that come.
 *  Each piece is a short transaction of its own, so that a slow reader holds no connection.
 *  @param after the last position that the reader has; -1 for none
 *  @param patience how long to wait for events where there are none; null for an answer at once
 *  @throws ServiceError `conflict` when the log is not as long: then it is another one than the reader knows */
export async function followEvents(
  caller: MachineCaller,
  filter: LogFilter,
  after: number,
  patience: Patience | null,
): Promise<Followed> {
  const searchUntil = Math.max(performance.now() + SEARCH_MS, patience?.until ?? 0);
  let end = await inBatch(caller, readLogEnd);
  assertReached(end, after);
  for (let place = after; ; ) {
    const slices = logSlices(caller, filter, place, end);
    // Step by step: a loop would end what the answer goes on with.
    for (let slice = await slices.next(); !slice.done; slice = await slices.next()) {
      const { events, lookedTo } = slice.value;
      place = lookedTo;
      if (events.length > 0) return { pieces: andThen(events, slices), lookedTo: end };
      if (performance.now() > searchUntil) break;
    }
    const isThere = async () => {
      end = await inBatch(caller, readLogEnd);
      assertReached(end, place);
      return end > place;
    };
    const goesOn = patience && place >= end && (await waitForNews(caller, patience, isThere));
    if (!goesOn) return { pieces: nothing(), lookedTo: place };
  }
}

async function* andThen(first: LoggedEvent[], rest: AsyncGenerator<LogSlice, void>) {
  yield first;
  for await (const { events } of rest) if (events.length > 0) yield events;
}

async function* nothing(): AsyncGenerator<LoggedEvent[], void> {}
