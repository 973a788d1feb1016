import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteEntry, RouteModule } from "@/host/route-table";
import { hostServer, type NodeHandler } from "@/host/server";
import { routeFiles } from "@/scripts/host/route-files.mjs";

/** Every route file, as a build finds them. Next keeps the one that is its own. */
export async function allRoutes(): Promise<RouteEntry[]> {
  return Promise.all(
    routeFiles(process.cwd()).map(async ({ file, pattern, page }) => ({
      pattern,
      page,
      module: file.includes("[...nextauth]")
        ? null
        : ((await import(pathToFileURL(join(process.cwd(), file)).href)) as RouteModule),
    })),
  );
}

/** A path of a route, with a made-up value for each of its parameters. */
export function pathOf({ pattern }: Pick<RouteEntry, "pattern">): string {
  return pattern.replace(/\[+(?:\.\.\.)?\w+\]+/g, "0192f0c1-2b3a-7c4d-8e5f-0123456789ab") || "/";
}

/** Our own host with every route, on a free port of this machine.
 *  @param pages stands for Next */
export async function aWholeHost(
  routes: RouteEntry[],
  pages: NodeHandler,
): Promise<{ server: Server; port: number }> {
  const server = hostServer(routes, "all", pages);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/** A connection to a port of this machine, and all that came on it so far. */
export interface Wire {
  socket: Socket;
  text: () => string;
  /** Once the other side has ended it. */
  ended: Promise<void>;
}

/** Connects to a port of this machine. */
export async function aWire(port: number): Promise<Wire> {
  const socket = connect({ port, host: "127.0.0.1" });
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece)).on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", resolve).once("close", resolve));
  await once(socket, "connect");
  return { socket, text: () => Buffer.concat(pieces).toString("latin1"), ended };
}
