import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Time for which a closing connection still reads what its client sends. A connection that closes with
 *  unread bytes is reset, which may discard the answer before the client has read it (RFC 9112 §9.6). */
const LINGER_MS = 2_000;

const ending = new WeakSet<Socket>();

/** Whether the last answer of a connection was sent. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Whether a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/** Closes the connection after an answer that was sent before the request's body arrived. Otherwise the rest
 *  of the body would precede the next request (RFC 9112 §9.3). */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete && !ending.has(socket)) {
      ending.add(socket);
      response.shouldKeepAlive = false;
      // Node calls it after the last answer of a connection.
      socket.destroySoon = () => linger(request);
    }
    return Reflect.apply(writeHead, response, head);
  };
}

/** Closes a connection once its client has done so, or after a while. Discards bytes that still arrive. */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  socket.end();
  for (const way of ["data", "readable"]) request.removeAllListeners(way);
  request.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
