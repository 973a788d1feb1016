import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { acceptedEncodings } from "@/lib/http/kept-encoding";
import { referenceStyle } from "@/lib/http/reference/reference-style";

/** A page in every encoding that it is sent in. */
export interface PackedPage {
  tag: string;
  bytes: Record<"br" | "gzip" | "identity", Uint8Array<ArrayBuffer>>;
}

/** Compresses a page once, as well as it goes. */
export async function pack(page: string): Promise<PackedPage> {
  const identity = Buffer.from(page);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { tag, bytes: { br, gzip: zipped, identity } };
}

const styleHash = createHash("sha256").update(referenceStyle).digest("base64");

/** What every page of the reference says: nothing runs, loads or frames it. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  // A page changes with the service's version alone; who has one asks whether it still holds.
  "cache-control": "public, max-age=300",
  vary: "accept-encoding",
};

/** The page in the best encoding that the client takes, or that the one it has still holds (RFC 9110 §13.1.2). */
export function sendPacked({ tag, bytes }: PackedPage, request: Request): Response {
  const accepted = acceptedEncodings(request);
  const encoding = (["br", "gzip"] as const).find((one) => accepted.has(one)) ?? "identity";
  const headers = new Headers({ ...pageHeaders, etag: `"${tag}-${encoding}"` });
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim());
  if (known.some((one) => one === "*" || one.includes(`"${tag}-`)))
    return new Response(null, { status: 304, headers });
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(bytes[encoding], { headers });
}
