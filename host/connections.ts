import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { config } from "@/lib/config/config";
import { isTrustedProxy } from "@/lib/http/peer-address";
import { networkOf } from "@/lib/login/network";

/** What a network with too many connections is told. Nobody has asked for anything yet. */
const TOO_MANY = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: application/problem+json",
  "Connection: close",
  "Retry-After: 1",
  "",
  JSON.stringify({ status: 503, title: "Service Unavailable", code: "service_overloaded" }),
].join("\r\n");

/** Bounds the open connections of one network address, so that nobody takes all there are. Those of trusted
 *  proxies are everybody's and are not counted. */
export function guardConnections(server: Server): void {
  const { networkConnections } = config().limits;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const network = networkOf(address);
    if (network === null || isTrustedProxy(address)) return;
    const count = (open.get(network) ?? 0) + 1;
    if (count > networkConnections) {
      socket.end(TOO_MANY, () => socket.destroy());
      return;
    }
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** The requests of one connection that have no answer yet. */
interface Turns {
  /** Those that wait for the answers before theirs to be read. */
  waiting: (() => void)[];
  busy: boolean;
  /** As many came as may wait; then, that more were sent although no more are read. */
  full: "no" | "yes" | "overrun";
}

/** Takes the requests of a connection one after the other: the next one's turn comes when the answer before it has
 *  been read. Only so many are kept, and a connection that sends more ends after those. Otherwise a client that
 *  pipelines requests and reads nothing would have every answer made and kept. */
export function inTurn(respond: RequestListener): RequestListener {
  const { pipelinedRequests } = config().limits;
  const all = new WeakMap<Socket, Turns>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const turns = all.get(socket) ?? { waiting: [], busy: false, full: "no" };
    all.set(socket, turns);
    const begin = () => {
      turns.busy = true;
      response.once("close", () => {
        turns.busy = false;
        if (!socket.destroyed) turns.waiting.shift()?.();
      });
      respond(request, response);
    };
    if (turns.full === "overrun") socket.destroy();
    if (turns.full !== "no") return;
    if (!turns.busy) return begin();
    turns.waiting.push(begin);
    if (turns.waiting.length + 1 === pipelinedRequests) fill(turns, socket, response);
  };
}

/** Lets the connection end with this answer. What arrived together with its request has been read already, and is
 *  left without one. */
function fill(turns: Turns, socket: Socket, last: ServerResponse): void {
  turns.full = "yes";
  last.shouldKeepAlive = false;
  socket.pause();
  setImmediate(() => {
    turns.full = "overrun";
  });
}
