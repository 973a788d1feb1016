import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { config } from "@/lib/kernel/config/config";
import { networkOf } from "@/lib/kernel/process/network";
import { isTrustedProxy } from "@/lib/kernel/process/peer-address";

/** Response to a network with too many connections, before any request. */
const TOO_MANY = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: application/problem+json",
  "Connection: close",
  "Retry-After: 1",
  "",
  JSON.stringify({ status: 503, title: "Service Unavailable", code: "service_overloaded" }),
].join("\r\n");

/** Limits the open connections of one network address, so that one network can't take all. Room for a new one
 *  is made by closing the oldest on which no complete request is in progress, so that idle connections do not
 *  lock out their own network. Those of trusted proxies belong to many users and are not counted. */
export function guardConnections(server: Server): void {
  const { networkConnections } = config().limits;
  // Each network's connections in their order of arrival.
  const open = new Map<string, Set<Socket>>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const network = networkOf(address);
    if (network === null || isTrustedProxy(address)) return;
    const sockets = open.get(network) ?? new Set();
    if (sockets.size >= networkConnections) {
      const waiting = firstUnanswered(sockets);
      if (!waiting) return void socket.end(TOO_MANY, () => socket.destroy());
      sockets.delete(waiting);
      waiting.destroy();
    }
    open.set(network, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0 && open.get(network) === sockets) open.delete(network);
    });
  });
}

function firstUnanswered(sockets: Iterable<Socket>): Socket | undefined {
  for (const socket of sockets) if (!connections.get(socket)?.answering?.complete) return socket;
  return undefined;
}

/** The unanswered requests of one connection. */
interface Turns {
  /** Requests that wait until the responses before theirs are read. */
  waiting: (() => void)[];
  /** The request in progress. It may not have arrived completely. */
  answering: IncomingMessage | null;
  /** Whether the limit of waiting requests is reached; then, whether more were sent although none is read. */
  full: "no" | "yes" | "overrun";
  /** Bytes that had passed when it last moved, and the time of that. */
  moved: number;
  since: number;
}

const connections = new WeakMap<Socket, Turns>();

/** Handles the requests of a connection one after the other: the next one starts when the response before it
 *  has been read. Only so many may wait, and a connection that sends more ends after those. Otherwise a
 *  client that pipelines requests and reads nothing would have every response made and stored. */
export function inTurn<R extends ServerResponse>(
  respond: (request: IncomingMessage, response: R) => void,
): (request: IncomingMessage, response: R) => void {
  const { pipelinedRequests } = config().limits;
  const begin = (turns: Turns, request: IncomingMessage, response: R) => {
    turns.answering = request;
    response.once("close", () => {
      turns.answering = null;
      if (turns.waiting.length > 0 && !request.socket.destroyed) turns.waiting.shift()?.();
    });
    respond(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const turns = turnsOf(socket);
    if (turns.full === "overrun") socket.destroy();
    if (turns.full !== "no") return;
    if (!turns.answering) return begin(turns, request, response);
    turns.waiting.push(() => begin(turns, request, response));
    if (turns.waiting.length + 1 === pipelinedRequests) fill(turns, socket, response);
  };
}

function turnsOf(socket: Socket): Turns {
  const known = connections.get(socket);
  if (known) return known;
  const turns: Turns = { waiting: [], answering: null, full: "no", moved: 0, since: 0 };
  connections.set(socket, turns);
  return turns;
}

/** Ends connections that stand still while an answer is due or is being read. It checks all of them
 *  periodically: a timer of each connection would be reset with every request.
 *  @param ms how long they may stand still; detection may take a quarter longer */
export function endStalled(server: Server, ms: number): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const looking = setInterval(() => {
    const at = performance.now();
    for (const socket of open) if (standsStill(socket, at) >= ms) socket.destroy();
  }, ms / 4);
  looking.unref();
  server.once("close", () => clearInterval(looking));
}

/** Returns for how long a connection with a due answer has neither sent nor received, by the periodic
 *  checks. */
function standsStill(socket: Socket, at: number): number {
  const turns = connections.get(socket);
  if (!turns?.answering) return 0;
  const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
  if (moved !== turns.moved) Object.assign(turns, { moved, since: at });
  return at - turns.since;
}

/** Makes this answer the connection's last. Later requests that have already arrived are not answered. */
function fill(turns: Turns, socket: Socket, last: ServerResponse): void {
  turns.full = "yes";
  last.shouldKeepAlive = false;
  socket.pause();
  setImmediate(() => {
    turns.full = "overrun";
  });
}
