import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a connection that is to end takes in what its client still sends. One that closes over unread bytes is reset,
 *  which may take the answer away from the client before it has read it (RFC 9112 §9.6). */
const LINGER_MS = 2_000;

const ending = new WeakSet<Socket>();

/** Whether a connection has got its last answer. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Whether a request says that a body comes behind its headers. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/** Has an answer that is given before the body of its request has come be the last of its connection. Otherwise the rest
 *  of the body would stand before the next request (RFC 9112 §9.3). */
export function endOverUnread(request: IncomingMessage, response: ServerResponse): void {
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

/** Ends a connection once its client has done so, or after a while. Whatever still comes is thrown away. */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  socket.end();
  for (const way of ["data", "readable"]) request.removeAllListeners(way);
  request.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
