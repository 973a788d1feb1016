import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "@/lib/core/http/unread-body";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";

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

/** Answers a page in time, as every route is: an action that fails late and the page that is rendered after
 *  it wait for the database twice. Next's later output is dropped. */
export function answerPageInTime(response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (response.headersSent || response.destroyed) return;
    // Next may go on writing, and an unhandled error would end the process.
    response.on("error", () => {});
    response.writeHead(503, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "5",
    });
    response.end("The service is temporarily unavailable. Try again in a few seconds.\n");
  }, databaseDeadlines().requestMs);
  response.once("close", () => clearTimeout(timer));
}
