import type { IncomingMessage } from "node:http";

const TOO_LATE = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Ends a request whose body has not arrived in time. Node knows one time for all requests of a server, and that is the
 *  longest upload's. A request without a body arrives with its headers, which have a deadline of their own.
 *  @param ms how long the body may take */
export function endLate(request: IncomingMessage, ms: number): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0))
    return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.end(TOO_LATE, () => socket.destroy());
  }, ms);
  request.once("close", () => clearTimeout(timer));
}
