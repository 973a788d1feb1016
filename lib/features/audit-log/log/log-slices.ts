import {
  type LogFilter,
  type LoggedEvent,
  readLoggedEvents,
} from "@/lib/features/audit-log/log/log-reading-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Positions of the log that one read goes over: about a megabyte of events. While few of them match, more. */
const SLICE = 1_000;
const WIDEST_SLICE = 16_000;

/** No part of the log is read in one go for longer, in milliseconds. */
const LONGEST_MS = 15 * 60_000;

/** A piece of the log. */
export interface LogSlice {
  /** Those that match, in order; maybe none. */
  events: LoggedEvent[];
  /** The last position that was looked at. */
  lookedTo: number;
}

/** The events of a log that match, slice by slice. Each is a short transaction of its own, so that a slow reader holds no connection.
 *  @param after the position before the first
 *  @param end the last position
 *  @throws Error once it was read for a quarter of an hour */
export async function* logSlices(
  scope: TenantScope,
  filter: LogFilter,
  after: number,
  end: number,
): AsyncGenerator<LogSlice, void> {
  const until = performance.now() + LONGEST_MS;
  let width = SLICE;
  for (let place = after; place < end; ) {
    const slice = { after: place, positions: Math.min(width, end - place) };
    // A transaction's statements are planned for their values: how much a slice joins depends on where it lies.
    const { events, lookedTo } = await inTransaction(scope, (db) =>
      readLoggedEvents(db, filter, slice),
    );
    place = lookedTo ?? end;
    width = events.length * 4 < slice.positions ? Math.min(width * 2, WIDEST_SLICE) : SLICE;
    yield { events, lookedTo: place };
    if (performance.now() > until) throw new Error("A reader took too long for one answer");
  }
}

/** Holds the place of a reader against the end of the log.
 *  @throws ServiceError `conflict` when the log is not as long: then it is another one than the reader knows */
export function assertReached(end: number, after: number): void {
  if (after <= end) return;
  const state = end < 0 ? "has no event yet" : `ends at ${end}`;
  throw new ServiceError("conflict", {
    detail: `after: the log ${state}, so it is not the log that went on to ${after}. It was begun anew, or restored from a backup.`,
  });
}
