import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { PACKED } from "@/host/built-files.mjs";
import { encodingsIn } from "@/lib/core/http/kept-encoding";
import { logger } from "@/lib/kernel/process/logger";

const BASE = "/_next/static/";
/** In the order of preference. */
const encodings = ["br", "gzip"] as const;
const List = z.record(
  z.string(),
  z.object({ type: z.string(), tag: z.string(), encodings: z.array(z.enum(encodings)) }),
);

/** Sends the static files that the build compressed (tools/build/packed-files.mjs), unchanged and without
 *  Next. A file's name holds its hash, so browsers cache the file for ever.
 *  @param directory of the compressed files, with their list
 *  @returns a handler that returns false for requests left to Next: another path, a range of a file, a client
 *  that accepts no encoding, a file without a packed variant */
export function packedFiles(
  directory: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  let list: Map<string, z.output<typeof List>[string]> | undefined;
  return async ({ method, url = "", headers }, response) => {
    if (!url.startsWith(BASE) || (method !== "GET" && method !== "HEAD")) return false;
    list ??= readList(directory);
    const name = url.slice(BASE.length);
    const file = list.get(name);
    if (!file) return false;
    // On the uncompressed file too: a cache must not send it to a client with another Accept-Encoding.
    response.setHeader("vary", "accept-encoding");
    const accepted = encodingsIn(headers["accept-encoding"]);
    const encoding = file.encodings.find((one) => accepted.has(one));
    if (!encoding || headers.range !== undefined) return false;
    const bytes = await readFile(join(directory, `${name}.${encoding}`)).catch(() => null);
    if (!bytes) return false;
    const etag = `"${file.tag}-${encoding}"`;
    response.setHeader("cache-control", "public, max-age=31536000, immutable");
    response.setHeader("etag", etag);
    if (headers["if-none-match"]?.split(",").some((one) => one.trim() === etag)) {
      response.writeHead(304).end();
      return true;
    }
    response.writeHead(200, {
      "content-type": file.type,
      "content-encoding": encoding,
      "content-length": bytes.length,
    });
    response.end(method === "HEAD" ? undefined : bytes);
    return true;
  };
}

/** Reads the list of packed files, by path; empty where the build was made by Next alone. */
function readList(directory: string): Map<string, z.output<typeof List>[string]> {
  try {
    const read = List.parse(JSON.parse(readFileSync(join(directory, PACKED), "utf8")));
    return new Map(Object.entries(read));
  } catch (error) {
    logger.warn({ err: error }, "static files are sent uncompressed: the build packed none");
    return new Map();
  }
}
