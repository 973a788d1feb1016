import { malformed } from "@/lib/features/archives/archive-lines";

const NEWLINE = 0x0a;
/** The largest rows (a tenant's branding with its logo, an event with all its changes) are far smaller. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Splits pieces of bytes into lines, without their newlines. Buffers at most one line.
 *  @throws ServiceError `malformed` for a longer line, and for a last line without a newline */
export async function* wholeLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      held.push(piece.subarray(from, to));
      yield held.length === 1 ? Buffer.from(held[0] ?? []) : Buffer.concat(held);
      held = [];
      bytes = 0;
      from = to + 1;
    }
    if (from === piece.byteLength) continue;
    held.push(piece.subarray(from));
    bytes += piece.byteLength - from;
    if (bytes > MAX_LINE_BYTES) throw malformed("a line is longer than 16 MiB");
  }
  if (bytes > 0) throw malformed("it ends in the middle of a line");
}
