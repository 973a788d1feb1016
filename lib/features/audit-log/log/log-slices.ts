import {
  type LogFilter,
  type LoggedEvent,
  readLoggedEvents,
} from "@/lib/features/audit-log/log/log-reading-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

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

/** Yields the matching events of a log, slice by slice. Each is read in a short transaction of its own, so
 *  that a slow reader holds no connection.
 *  @param after the position before the first
 *  @param end the last position
 *  @throws Error after a quarter of an hour */
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

/** Compares a reader's position with the end of the log.
 *  @throws ServiceError `conflict` if the log is shorter: it is not the log that the reader knows */
export function assertReached(end: number, after: number): void {
  if (after <= end) return;
  const state = end < 0 ? "has no event yet" : `ends at ${end}`;
  throw new ServiceError("conflict", {
    detail: `after: the log ${state}, so it is not the log that went on to ${after}. It was begun anew, or restored from a backup.`,
  });
}
