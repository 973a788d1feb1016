import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "@/lib/core/http/unread-body";

const TOO_LATE = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Ends an unanswered request whose body has not arrived in time. Node has one timeout for all requests of a
 *  server, which has to allow the longest upload. A request without a body arrives with its headers, which
 *  have a deadline of their own.
 *  @param ms how long the body may take */
export function endLate(request: IncomingMessage, response: ServerResponse, ms: number): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const timer = setTimeout(() => {
    if (!request.complete && !response.headersSent) socket.end(TOO_LATE, () => socket.destroy());
  }, ms);
  request.once("close", () => clearTimeout(timer));
}
