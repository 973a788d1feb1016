import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { singleton } from "@/lib/kernel/process/singleton";

// Next drops the Content-Encoding of a route's answer and sends its bytes unchanged. Our host sends both, and
// signals that by a header whose name no one outside this process can guess.
const header = singleton(
  "kept-encoding-header",
  () => `x-keeps-encoding-${randomBytes(12).toString("hex")}`,
);

/** Marks a request whose answer may be encoded. */
export function allowEncoding(request: IncomingMessage): void {
  request.headers[header] = "1";
  // Some hosts build their headers from the raw ones.
  request.rawHeaders.push(header, "1");
}

/** Encodings that the client accepts and the host passes on; none when the host would drop the header. */
export function acceptedEncodings({ headers }: Request): ReadonlySet<string> {
  return headers.get(header) === null ? new Set() : encodingsIn(headers.get("accept-encoding"));
}

/** Encodings that a client accepts by `Accept-Encoding` (RFC 9110 §12.5.3). */
export function encodingsIn(accept: string | null | undefined): ReadonlySet<string> {
  const named = (accept ?? "").toLowerCase().split(",");
  return new Set(
    named
      .map((one) => one.split(";").map((part) => part.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
      .map(([name = ""]) => name),
  );
}
