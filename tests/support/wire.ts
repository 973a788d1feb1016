import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";

/** A path of a route, with a made-up value for each of its parameters. */
export function pathOf({ pattern }: { pattern: string }): string {
  return pattern.replace(/\[+(?:\.\.\.)?\w+\]+/g, "0192f0c1-2b3a-7c4d-8e5f-0123456789ab") || "/";
}

/** A connection to a port of this machine, and all that it received. */
export interface Wire {
  socket: Socket;
  text: () => string;
  /** Resolves once the other side has closed it. */
  ended: Promise<void>;
}

/** Connects to a port of this machine.
 *  @param tls where the port speaks TLS */
export async function aWire(port: number, tls?: ConnectionOptions): Promise<Wire> {
  const at = { port, host: "127.0.0.1" };
  const socket = tls ? connectTls({ ...tls, ...at }) : connect(at);
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece)).on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", resolve).once("close", resolve));
  await once(socket, tls ? "secureConnect" : "connect");
  return { socket, text: () => Buffer.concat(pieces).toString("latin1"), ended };
}
