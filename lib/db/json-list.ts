import type { TenantScope } from "@/lib/caller";
import { type Listing, openListing } from "@/lib/db/copy-stream";

/** How slowly a list may be read: each reader holds a transaction and one of few places. */
export interface Pace {
  /** A reader who has let us wait for so long more than their due has gone, or trickles. In milliseconds. */
  stallMs: number;
  /** What is due: so many bytes make up for a second of waiting. */
  bytesPerSecond: number;
  /** No list is read for longer, in milliseconds. */
  totalMs: number;
}

const PACE: Pace = { stallMs: 60_000, bytesPerSecond: 64 * 1024, totalMs: 15 * 60_000 };

const [NEWLINE, COMMA] = [0x0a, 0x2c];

/** Everything that a statement selects as one JSON document, `{"<name>":[…]}`, as it was at one moment. Memory does
 *  not grow with the number of rows: the next piece is taken when the reader has taken the one before. The
 *  transaction ends with the last row, when the reader leaves, when they read more slowly than the pace, or when
 *  they have read for as long as anybody may.
 *  @param name of the list, in the plural
 *  @param select as for `openListing`
 *  @param signal of the request
 *  @throws ServiceError `service_overloaded` */
export async function streamList(
  scope: TenantScope,
  { name, select }: { name: string; select: string },
  signal: AbortSignal,
  pace = PACE,
): Promise<ReadableStream<Uint8Array>> {
  const listing = await openListing(scope, select);
  const pieces: AsyncIterator<Buffer> = listing.lines[Symbol.asyncIterator]();
  // The first piece before the answer begins, so that a failure can still be told as one.
  let first: IteratorResult<Buffer> | null = await pieces.next().catch(async (error: unknown) => {
    await listing.close();
    throw error;
  });
  const join = joiner(`{"${name}":[`);
  const watch = paceWatch(listing, signal, pace);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.taken();
        const piece = first ?? (await pieces.next().catch(watch.fail));
        first = null;
        if (!piece.done) {
          controller.enqueue(join.lines(piece.value));
          return watch.offered(piece.value.byteLength);
        }
        controller.enqueue(join.end("]}"));
        controller.close();
        await watch.end();
      },
      cancel: () => watch.end(),
    },
    { highWaterMark: 1 },
  );
}

/** Makes one document of JSON lines that come in pieces: a newline becomes a comma, and the last one, which is
 *  known only at the end, nothing. */
function joiner(start: string) {
  let before = Buffer.from(start);
  return {
    lines(piece: Buffer): Uint8Array {
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1))
        piece[at] = COMMA;
      const held = piece.at(-1) === COMMA;
      const joined = Buffer.concat([before, held ? piece.subarray(0, -1) : piece]);
      before = held ? Buffer.from(",") : Buffer.alloc(0);
      return joined;
    },
    // A comma that is still held came after the last line.
    end: (text: string): Uint8Array =>
      Buffer.from(before.length > 1 ? before.toString() + text : text),
  };
}

/** Closes the listing when nobody reads it any more, or too slowly. A later read then fails, and the reader sees a
 *  document that was cut off, never one that looks whole. Only the time that a piece waits for its reader counts,
 *  not the time that PostgreSQL takes. */
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
