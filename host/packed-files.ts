import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { encodingsIn } from "@/lib/core/http/kept-encoding";
import { logger } from "@/lib/kernel/process/logger";
import { PACKED } from "@/scripts/host/built-files.mjs";

const BASE = "/_next/static/";
/** In the order in which they are preferred. */
const encodings = ["br", "gzip"] as const;
const List = z.record(
  z.string(),
  z.object({ type: z.string(), tag: z.string(), encodings: z.array(z.enum(encodings)) }),
);

/** Sends the static files that the build compressed (scripts/host/packed-files.mjs), as they are and without Next. A file's
 *  name holds its hash, so browsers keep the file for good.
 *  @param directory where the compressed files lie, with their list
 *  @returns a handler that answers false for what is left to Next: another path, a part of a file, a client that takes no
 *  encoding, a file that has no packed twin */
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
    // Also of the file as it is: a cache must not give it to whoever takes less.
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

/** What is packed, by path; nothing where the build was made by Next alone. */
function readList(directory: string): Map<string, z.output<typeof List>[string]> {
  try {
    const read = List.parse(JSON.parse(readFileSync(join(directory, PACKED), "utf8")));
    return new Map(Object.entries(read));
  } catch (error) {
    logger.warn({ err: error }, "static files are sent uncompressed: the build packed none");
    return new Map();
  }
}
