import { once } from "node:events";
import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { RouteEntry, RouteModule } from "@/host/route-table";
import { hostServer } from "@/host/server";
import { config } from "@/lib/kernel/config/config";

/** Serves every route of the API planes, by our own host at the port that `issuer-port` chose; with the
 *  hosted pages, if `hosted`.
 *  @returns its base URL, and a function that stops it */
export async function aWholeService({ hosted = false } = {}): Promise<{
  baseUrl: string;
  stop: () => Promise<void>;
}> {
  const { baseUrl } = config();
  const pages = hosted ? await routes("app/(hosted)/**/route.tsx") : [];
  const planes = await routes("app/{api/v1,access/v1,oauth,.well-known}/**/route.ts");
  const server = hostServer([...planes, ...pages], hosted ? "all" : "api", null);
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

async function routes(pattern: string): Promise<RouteEntry[]> {
  // A glob pattern would read the brackets of the folder as a group.
  const files = globSync(pattern.replace("(hosted)", "[(]hosted[)]"));
  return Promise.all(
    files.map(async (file) => ({
      pattern: file.replace(/^app(\/\(hosted\))?/, "").replace(/\/route\.tsx?$/, ""),
      page: file.endsWith(".tsx"),
      module: (await import(pathToFileURL(file).href)) as RouteModule,
    })),
  );
}
