import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteEntry, RouteModule } from "@/host/route-table";
import { hostServer, type NodeHandler } from "@/host/server";
import { routeFiles } from "@/tools/build/route-files.mjs";

/** Returns every route file, as a build finds them, without the one that Next serves itself. */
export async function allRoutes(): Promise<RouteEntry[]> {
  return Promise.all(
    routeFiles(process.cwd()).map(async ({ file, pattern, page, isOfNext }) => ({
      pattern,
      page,
      module: isOfNext
        ? null
        : ((await import(pathToFileURL(join(process.cwd(), file)).href)) as RouteModule),
    })),
  );
}

/** Starts our own host with every route, on a free port of this machine.
 *  @param pages stands in for Next */
export async function aWholeHost(
  routes: RouteEntry[],
  pages: NodeHandler,
): Promise<{ server: Server; port: number }> {
  const server = hostServer(routes, "all", pages);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
