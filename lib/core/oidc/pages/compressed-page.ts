import { constants, crc32, deflateRawSync } from "node:zlib";

/** Beginning of a page, compressed once for all pages that share it. */
export interface PageStart {
  text: string;
  deflated: Buffer;
  crc: number;
}

// RFC 1952 §2.3: deflate, no name, no time, unknown system.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Compresses the common beginning of many pages. It ends on a byte boundary, and later
 *  parts don't refer to it. */
export function pageStart(text: string): PageStart {
  const deflated = deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return { text, deflated, crc: crc32(text) };
}

/** Returns a page as gzip (RFC 1952). Most of it, style and script, was compressed before.
 *  @param rest the page's own part */
export function gzipped(start: PageStart, rest: string): Buffer<ArrayBuffer> {
  const own = Buffer.from(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(own, start.crc), 0);
  trailer.writeUInt32LE((Buffer.byteLength(start.text) + own.length) >>> 0, 4);
  return Buffer.concat([HEADER, start.deflated, deflateRawSync(own, { level: 6 }), trailer]);
}
