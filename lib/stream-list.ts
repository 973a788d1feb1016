import type { TenantScope } from "@/lib/caller";
import { type Listing, openListing } from "@/lib/db-listing";

/** A reader who takes nothing for this long has gone; the transaction must not stay open for them. */
const STALL_MS = 60_000;

const [NEWLINE, COMMA] = [0x0a, 0x2c];

/** Everything that a statement selects as one JSON document, `{"<name>":[…]}`, as it was at one moment. Memory does
 *  not grow with the number of rows: the next piece is taken when the reader has taken the one before. The
 *  transaction ends with the last row, when the reader leaves, or when they stall.
 *  @param name of the list, in the plural
 *  @param select as for `openListing`
 *  @param signal of the request
 *  @throws ServiceError `service_overloaded` */
export async function streamList(
  scope: TenantScope,
  { name, select }: { name: string; select: string },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const listing = await openListing(scope, select);
  const pieces: AsyncIterator<Buffer> = listing.lines[Symbol.asyncIterator]();
  // The first piece before the answer begins, so that a failure can still be told as one.
  let first: IteratorResult<Buffer> | null = await pieces.next().catch(async (error: unknown) => {
    await listing.close();
    throw error;
  });
  const join = joiner(`{"${name}":[`);
  const watch = stallWatch(listing, signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.moved();
        const piece = first ?? (await pieces.next().catch(watch.fail));
        first = null;
        if (!piece.done) return controller.enqueue(join.lines(piece.value));
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

/** Closes the listing when nobody reads it any more. A later read then fails, and the reader sees a document
 *  that was cut off, never one that looks whole. */
function stallWatch(listing: Listing, signal: AbortSignal) {
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    return listing.close();
  };
  let timer = setTimeout(end, STALL_MS).unref();
  signal.addEventListener("abort", end);
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(end, STALL_MS).unref();
  };
  const fail = async (error: unknown): Promise<never> => {
    await end();
    throw error;
  };
  return { end, moved, fail };
}
