import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";
import { atEnd } from "./ends";

/** Starts a process that `endAll` ends. */
export function startProcess(...how: Parameters<typeof startSupervised>): Supervised {
  const process = startSupervised(...how);
  return { ...process, stop: atEnd(process.stop) };
}

/** Whether something listens on a port of this machine. */
export function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
  });
}

/** Host of a server that listens on every address of this machine. */
export const EVERYWHERE = "";

/** Has a server listen on a port of this machine until the end; by default a free one.
 *  @returns the port */
export async function listen(server: Server, port = 0, host = "localhost"): Promise<number> {
  server.listen({ port, ...(host && { host }) });
  await once(server, "listening");
  atEnd(() => {
    if ("closeAllConnections" in server) (server as HttpServer).closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
