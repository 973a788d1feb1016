import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { singleton } from "@/lib/kernel/process/singleton";

// Only a route knows its methods, and no host passes it a method that no route can have. Such a request is
// passed on as OPTIONS, with a header whose name no one outside this process can guess.
const header = singleton(
  "refused-method-header",
  () => `x-refused-${randomBytes(12).toString("hex")}`,
);

/** Makes the resource of the path answer a request whose method no route takes. */
export function refuseMethod(request: IncomingMessage): void {
  const method = request.method ?? "";
  request.method = "OPTIONS";
  request.headers[header] = method;
  // Some hosts build their headers from the raw ones.
  request.rawHeaders.push(header, method);
}

/** Original method of a request that is to be refused, or null for any other request. */
export function refusedMethodOf(headers: Headers): string | null {
  return headers.get(header);
}
