// Compresses scripts and styles of `next build` once, so that nothing is compressed per request.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { PACKED } from "../../host/built-files.mjs";
import { filesUnder } from "../setup/content-hash.mjs";

/** Files that are worth compressing, with Next's name of their type. */
const types = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

const packers = {
  br: (/** @type {Buffer} */ bytes) => brotliCompressSync(bytes),
  gzip: (/** @type {Buffer} */ bytes) => gzipSync(bytes, { level: 9 }),
};

/** Writes a copy of each file in each encoding that makes it smaller, `<file>.br` and `<file>.gzip`, and last
 *  the list of the copies.
 *  @param {string} from the directory of the files
 *  @param {string} to the directory of the packed ones, which is made anew */
export function packFiles(from, to) {
  rmSync(to, { recursive: true, force: true });
  /** @type {Record<string, { type: string, tag: string, encodings: string[] }>} */
  const list = {};
  for (const file of filesUnder(from, ".")) {
    const type = types[extname(file)];
    if (!type) continue;
    const bytes = readFileSync(join(from, file));
    const encodings = Object.entries(packers).flatMap(([encoding, pack]) => {
      const packed = pack(bytes);
      if (packed.length >= bytes.length) return [];
      const target = join(to, `${file}.${encoding}`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, packed);
      return [encoding];
    });
    const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    if (encodings.length > 0) list[file] = { type, tag, encodings };
  }
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, PACKED), JSON.stringify(list));
}
