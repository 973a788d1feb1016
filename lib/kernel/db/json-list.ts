import type { TenantScope } from "@/lib/kernel/caller";
import type { Listing } from "@/lib/kernel/db/copy-stream";
import type { Rows } from "@/lib/kernel/db/json-rows";
import { beginLateListing } from "@/lib/kernel/db/late-listing";
import type { Sql } from "@/lib/kernel/db/queryable";

/** Slowest pace of reading a list: each reader holds a transaction and one of few places. */
export interface Pace {
  /** Milliseconds that a reader may be behind before the listing is closed: the reader has gone, or reads too
   *  slowly. */
  stallMs: number;
  /** Rate that a reader must reach: this many bytes make up for a second of waiting. */
  bytesPerSecond: number;
  /** Longest time for a list, in milliseconds. */
  totalMs: number;
}

const PACE: Pace = { stallMs: 60_000, bytesPerSecond: 1024, totalMs: 15 * 60_000 };

/** Streams a whole listing as one JSON document, `{"<name>":[…]}`, in one snapshot. Memory does not grow with
 *  the number of rows: the next piece is taken when the reader has taken the one before. The transaction ends
 *  with the last row, when the reader disconnects, when they read more slowly than the pace, or at the
 *  longest time for any list.
 *  @param name of the list, in the plural
 *  @param rows as for `openListing`, on a replica if there is one
 *  @param signal of the request
 *  @throws ServiceError `service_overloaded` */
export async function streamList(
  scope: TenantScope,
  { name, rows }: { name: string; rows: Rows | Sql },
  signal: AbortSignal,
  pace = PACE,
): Promise<ReadableStream<Uint8Array>> {
  // The first piece is read before the response starts, so that a failure can still be an error response.
  const { listing, pieces, ...opened } = await beginLateListing(scope, rows);
  let first: IteratorResult<Buffer> | null = opened.first;
  let start = `{"${name}":[`;
  const watch = paceWatch(listing, signal, pace);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.taken();
        const piece = first ?? (await pieces.next().catch(watch.fail));
        first = null;
        if (!piece.done) {
          // One piece for what a single write takes; the start is copied once.
          controller.enqueue(
            start ? Buffer.concat([Buffer.from(start), piece.value]) : piece.value,
          );
          start = "";
          return watch.offered(piece.value.byteLength);
        }
        controller.enqueue(Buffer.from(`${start}]}`));
        controller.close();
        await watch.end();
      },
      cancel: () => watch.end(),
    },
    { highWaterMark: 1 },
  );
}

/** Closes the listing when its reader has gone, or reads too slowly. A later read then fails, and the reader
 *  sees a truncated document, never one that looks complete. Only the time that a piece waits for its reader
 *  counts, not the time that PostgreSQL takes. */
function paceWatch(listing: Listing, signal: AbortSignal, pace: Pace) {
  let allowance = pace.stallMs;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(timer);
    clearTimeout(last);
    signal.removeEventListener("abort", end);
    return listing.close();
  };
  const last = setTimeout(end, pace.totalMs).unref();
  signal.addEventListener("abort", end);
  const taken = () => {
    clearTimeout(timer);
    if (since > 0) allowance -= performance.now() - since;
  };
  const offered = (bytes: number) => {
    allowance = Math.min(pace.stallMs, allowance + (bytes / pace.bytesPerSecond) * 1000);
    since = performance.now();
    timer = setTimeout(end, Math.max(0, allowance)).unref();
  };
  const fail = async (error: unknown): Promise<never> => {
    await end();
    throw error;
  };
  return { end, taken, offered, fail };
}
