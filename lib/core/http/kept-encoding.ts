import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { singleton } from "@/lib/kernel/process/singleton";

// Next drops the Content-Encoding of a route's answer and sends its bytes as they are. Our host sends both, and says so
// by a header that nobody outside this process can guess.
const header = singleton(
  "kept-encoding-header",
  () => `x-keeps-encoding-${randomBytes(12).toString("hex")}`,
);

/** Notes that whoever answers this request may encode the answer. */
export function noteKeptEncoding(request: IncomingMessage): void {
  request.headers[header] = "1";
  // Some hosts build their headers from the raw ones.
  request.rawHeaders.push(header, "1");
}

/** The encodings that the client takes and the host hands on; none where the host would drop them. */
export function acceptedEncodings({ headers }: Request): ReadonlySet<string> {
  return headers.get(header) === null ? new Set() : encodingsIn(headers.get("accept-encoding"));
}

/** The encodings that a client names in `Accept-Encoding` and does not rule out (RFC 9110 §12.5.3). */
export function encodingsIn(accept: string | null | undefined): ReadonlySet<string> {
  const named = (accept ?? "").toLowerCase().split(",");
  return new Set(
    named
      .map((one) => one.split(";").map((part) => part.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
      .map(([name = ""]) => name),
  );
}
