import {
  type LogFilter,
  type LoggedEvent,
  readLogEnd,
  readLoggedEvents,
} from "@/lib/features/audit-log/log/log-reading-store";
import { type WaitOptions, waitForNews } from "@/lib/features/audit-log/log/wait-for-news";
import type { MachineCaller, TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Limit of one request's search for the first matching event, in milliseconds. After it the response
 *  reports how far the search got. */
const SEARCH_MS = 4_000;

/** Length of one wait of `followLog` for new events, in milliseconds. Then the next one starts. */
const WAIT_MS = 60_000;

/** Positions of the log that one query reads: about a megabyte of events. More while few of them match. */
const SLICE = 1_000;
const WIDEST_SLICE = 16_000;

/** Time limit of reading a log, in milliseconds. */
const LONGEST_MS = 15 * 60_000;

/** A slice of the log. */
export interface LogSlice {
  /** Matching events in order; may be empty. */
  events: LoggedEvent[];
  /** Last position of the slice. */
  lookedTo: number;
}

/** Response to a reader of the log. */
export interface FollowResult {
  /** The matching events in the log's order, piece by piece. */
  pieces: AsyncIterable<LoggedEvent[]>;
  /** Position after which the reader continues, once it has read all pieces; -1 for the beginning. */
  lookedTo: number;
}

/** Returns the matching events of the log after a position, up to its current end; if there are none, waits
 *  for the first new ones. Each piece is read in a short transaction of its own, so that a slow reader
 *  holds no connection.
 *  @param after the reader's last position; -1 for none
 *  @param patience how long to wait if there are none; null responds at once
 *  @throws ServiceError `conflict` if the log is shorter than that: it is not the log that the reader
 *  knows */
export async function followEvents(
  caller: MachineCaller,
  filter: LogFilter,
  after: number,
  patience: WaitOptions | null,
): Promise<FollowResult> {
  const searchUntil = Math.max(performance.now() + SEARCH_MS, patience?.until ?? 0);
  let end = await endAfter(caller, after);
  for (let place = after; ; ) {
    const slices = logSlices(caller, filter, place, end);
    // Step by step: `for await` would close the generator, which the response continues.
    for (let slice = await slices.next(); !slice.done; slice = await slices.next()) {
      const { events, lookedTo } = slice.value;
      place = lookedTo;
      if (events.length > 0) return { pieces: firstThenRest(events, slices), lookedTo: end };
      if (performance.now() > searchUntil) break;
    }
    const isThere = async () => {
      end = await endAfter(caller, place);
      return end > place;
    };
    const goesOn = patience && place >= end && (await waitForNews(caller, patience, isThere));
    if (!goesOn) return { pieces: emptyPieces(), lookedTo: place };
  }
}

/** Follows a tenant's log over all environments for as long as the caller reads: existing events first,
 *  then new ones.
 *  @param after the reader's last position; -1 for none
 *  @param follow `signal` ends it; `once` stops at the end of the log
 *  @throws ServiceError `conflict` if the log is shorter than that, as after a restored backup */
export async function* followLog(
  scope: TenantScope,
  filter: LogFilter,
  after: number,
  { signal, once }: { signal: AbortSignal; once: boolean },
): AsyncGenerator<LogSlice, void> {
  const reader = { tenantId: scope.tenantId, credentialId: "command line" };
  const aside = <T>(work: () => Promise<T>) => work();
  let place = after;
  let end = await endAfter(scope, place);
  const isThere = async () => {
    end = await endAfter(scope, place);
    return end > place;
  };
  while (!signal.aborted) {
    for await (const slice of logSlices(scope, filter, place, end)) {
      place = slice.lookedTo;
      yield slice;
      if (signal.aborted) return;
    }
    if (once) return;
    await waitForNews(reader, { aside, signal, until: performance.now() + WAIT_MS }, isThere);
  }
}

/** Last position of the log, for a reader that knows it up to a position.
 *  @throws ServiceError `conflict` if the log is shorter: it is not the log that the reader knows */
async function endAfter(scope: TenantScope, place: number): Promise<number> {
  const end = await inBatch(scope, readLogEnd);
  if (place <= end) return end;
  const state = end < 0 ? "has no event yet" : `ends at ${end}`;
  throw new ServiceError("conflict", {
    detail: `after: the log ${state}, so it is not the log that went on to ${place}. It was begun anew, or restored from a backup.`,
  });
}

/** Yields the matching events of a log, slice by slice. Each is read in a short transaction of its own, so
 *  that a slow reader holds no connection.
 *  @param after the position before the first
 *  @param end the last position
 *  @throws Error after a quarter of an hour */
async function* logSlices(
  scope: TenantScope,
  filter: LogFilter,
  after: number,
  end: number,
): AsyncGenerator<LogSlice, void> {
  const until = performance.now() + LONGEST_MS;
  let width = SLICE;
  for (let place = after; place < end; ) {
    const slice = { after: place, positions: Math.min(width, end - place) };
    // Statements of a transaction are planned for their values: the best join depends on the slice's
    // position.
    const { events, lookedTo } = await inTransaction(scope, (db) =>
      readLoggedEvents(db, filter, slice),
    );
    place = lookedTo ?? end;
    width = events.length * 4 < slice.positions ? Math.min(width * 2, WIDEST_SLICE) : SLICE;
    yield { events, lookedTo: place };
    if (performance.now() > until) throw new Error("A reader took too long for one answer");
  }
}

async function* firstThenRest(first: LoggedEvent[], rest: AsyncGenerator<LogSlice, void>) {
  yield first;
  for await (const { events } of rest) if (events.length > 0) yield events;
}

async function* emptyPieces(): AsyncGenerator<LoggedEvent[], void> {}
