import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { singleton } from "@/lib/kernel/process/singleton";

// What a resource takes is known where it is answered, and no host hands it a method that no route can have.
// Such a request goes there as OPTIONS, with a header that nobody outside this process can guess.
const header = singleton(
  "refused-method-header",
  () => `x-refused-${randomBytes(12).toString("hex")}`,
);

/** Has a request whose method nothing here takes answered as a refusal by what its path names. */
export function refuseMethod(request: IncomingMessage): void {
  const method = request.method ?? "";
  request.method = "OPTIONS";
  request.headers[header] = method;
  // Some hosts build their headers from the raw ones.
  request.rawHeaders.push(header, method);
}

/** The method of a request that came to be refused, or null for any other. */
export function refusedMethodOf(headers: Headers): string | null {
  return headers.get(header);
}
