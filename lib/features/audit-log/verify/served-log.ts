import type { Hash } from "@/lib/features/audit-log/log/merkle-tree";
import type { TilePath } from "@/lib/features/audit-log/log/tile";

/** A log that somebody else serves (C2SP tlog-tiles). Whatever it answers is to be verified.
 *  Each function throws CannotVerify when there is no answer. */
export interface ServedLog {
  /** The signed note; null when there is no log. */
  checkpoint(): Promise<string | null>;
  /** A tile's or a bundle's bytes; null when there is no such file. */
  file(path: TilePath): Promise<Uint8Array | null>;
  /** The hashes that show that the log began as it was; null when it shows none. */
  consistency(from: number, to: number): Promise<Hash[] | null>;
  /** Lines of events that the reader may see, in the log's order, from its beginning. */
  events(): AsyncIterable<string>;
}

/** The entries of a bundle, each with its length before it in two bytes; null when the bytes are none. */
export function splitEntries(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < view.length) {
    if (at + 2 > view.length) return null;
    const end = at + 2 + view.readUInt16BE(at);
    if (end > view.length) return null;
    entries.push(view.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
