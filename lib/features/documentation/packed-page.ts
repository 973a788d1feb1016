import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { acceptedEncodings } from "@/lib/core/http/kept-encoding";
import { documentationStyle } from "@/lib/features/documentation/style";

/** A page in every content encoding. */
export interface PackedPage {
  type: DocumentType;
  tag: string;
  bytes: Record<"br" | "gzip" | "identity", Uint8Array<ArrayBuffer>>;
}

/** Media types of the documentation. */
export type DocumentType = "text/html" | "text/markdown" | "text/plain" | "application/json";

/** Compresses a page once, at the highest levels. */
export async function pack(page: string, type: DocumentType): Promise<PackedPage> {
  const identity = Buffer.from(page);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { type, tag, bytes: { br, gzip: zipped, identity } };
}

const styleHash = createHash("sha256").update(documentationStyle).digest("base64");

/** Headers of every page: no scripts, no resources, no framing. Its one form searches here. */
const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
};

/** Sends a page that was rendered for this reader only, uncached. */
export function sendOnce(page: string, type: DocumentType): Response {
  return new Response(page, {
    headers: {
      ...pageHeaders,
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
    },
  });
}

/** Sends the page in the best encoding that the client accepts, or 304 if the client's copy is current (RFC
 *  9110 §13.1.2). */
export function sendPacked({ type, tag, bytes }: PackedPage, request: Request): Response {
  const accepted = acceptedEncodings(request);
  const encoding = (["br", "gzip"] as const).find((one) => accepted.has(one)) ?? "identity";
  const headers = new Headers({
    ...pageHeaders,
    "content-type": `${type}; charset=utf-8`,
    // A page changes only with the service's version; clients with a copy revalidate it.
    "cache-control": "public, max-age=300",
    vary: "accept-encoding",
    etag: `"${tag}-${encoding}"`,
  });
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim());
  if (known.some((one) => one === "*" || one.includes(`"${tag}-`)))
    return new Response(null, { status: 304, headers });
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(bytes[encoding], { headers });
}
