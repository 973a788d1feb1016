import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKED_STATIC } from "@/host/built-files.mjs";
import { packedFiles } from "@/host/packed-files";
import type { NodeHandler } from "@/host/server";
import { homeFolder } from "@/lib/kernel/process/home-folder";

/** Returns Next, which answers everything that is no route: the dashboard and its assets, except those that
 *  the build compressed. It is loaded with the first such request: a process that serves the API and the
 *  hosted pages does not need its 100 MiB. */
export function pages(hostname: string | undefined, port: number): NodeHandler {
  let loading: Promise<NodeHandler> | undefined;
  const sendPacked = packedFiles(join(homeFolder(), PACKED_STATIC));
  return async (request, response) => {
    if (await sendPacked(request, response)) return;
    loading ??= load(hostname, port).catch((error: unknown) => {
      // The next request tries again.
      loading = undefined;
      throw error;
    });
    const handle = await loading;
    await handle(request, response);
  };
}

async function load(hostname: string | undefined, port: number): Promise<NodeHandler> {
  giveBuiltConfiguration();
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: homeFolder(), port, ...(hostname && { hostname }) });
  await app.prepare();
  return app.getRequestHandler();
}

/** Gives Next the configuration of the build, as its own standalone server does. To read next.config.ts it
 *  would load a compiler. */
function giveBuiltConfiguration(): void {
  const file = join(homeFolder(), ".next/required-server-files.json");
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
