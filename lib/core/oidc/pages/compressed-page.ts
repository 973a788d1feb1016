import { constants, crc32, deflateRawSync } from "node:zlib";

/** The beginning of a page, compressed once for all pages that begin so. */
export interface PageStart {
  text: string;
  deflated: Buffer;
  crc: number;
}

// RFC 1952 §2.3: deflate, no name, no time, from no system in particular.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Compresses what many pages begin with. It ends on a whole byte, and what follows refers to nothing in it. */
export function pageStart(text: string): PageStart {
  const deflated = deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return { text, deflated, crc: crc32(text) };
}

/** A page as gzip (RFC 1952). Style and script are most of it, and were compressed before.
 *  @param rest what is this page's own */
export function gzipped(start: PageStart, rest: string): Buffer<ArrayBuffer> {
  const own = Buffer.from(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(own, start.crc), 0);
  trailer.writeUInt32LE((Buffer.byteLength(start.text) + own.length) >>> 0, 4);
  return Buffer.concat([HEADER, start.deflated, deflateRawSync(own, { level: 6 }), trailer]);
}
