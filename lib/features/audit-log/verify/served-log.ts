import type { Hash } from "@/lib/features/audit-log/log/bytes";
import type { TilePath } from "@/lib/features/audit-log/log/tile";

/** A log served by another party (C2SP tlog-tiles). Its responses must be verified. Each function throws
 *  CannotVerify if there is no response. */
export interface ServedLog {
  /** The signed note; null if there is no log. */
  checkpoint(): Promise<string | null>;
  /** Bytes of a tile or bundle; null if there is no such file. */
  file(path: TilePath): Promise<Uint8Array | null>;
  /** Hashes of a proof of consistency; null if the service has none. */
  consistency(from: number, to: number): Promise<Hash[] | null>;
  /** Lines of the events that the reader may see, in the log's order, from its beginning. */
  events(): AsyncIterable<string>;
}

/** Splits a bundle into its entries, each after its length in two bytes; null for malformed bytes. */
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
