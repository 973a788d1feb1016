import { once } from "node:events";
import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { RouteEntry, RouteModule } from "@/host/route-table";
import { hostServer } from "@/host/server";
import { config } from "@/lib/config/config";

/** Every route of the API planes, served by our own host at the port that `issuer-port` chose.
 *  @returns where it is, and how to end it */
export async function aWholeService(): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const { baseUrl } = config();
  const server = hostServer(await routes(), "api", null);
  server.listen(Number(new URL(baseUrl).port), "localhost");
  await once(server, "listening");
  return {
    baseUrl,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function routes(): Promise<RouteEntry[]> {
  const files = globSync("app/{api/v1,oauth,.well-known}/**/route.ts");
  return Promise.all(
    files.map(async (file) => ({
      pattern: file.replace(/^app/, "").replace(/\/route\.ts$/, ""),
      page: false,
      module: (await import(pathToFileURL(file).href)) as RouteModule,
    })),
  );
}
