import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { reachableByAll } from "../postgres/binaries";
import { bootstrapDatabase, type DatabaseUrls } from "../postgres/bootstrap";
import { type Cluster, startCluster } from "../postgres/cluster";
import { freePort } from "../postgres/free-port";
import { servedSettings } from "../postgres/served-settings";
import { commandOf } from "./claim";
import { remember, remembered, rememberedSecret } from "./settings";

/** Room for a web process for each of 25 cores (lib/db/connection-counts). One that nobody uses costs PostgreSQL next to nothing. */
const MAX_CONNECTIONS = "500";

/** Starts the PostgreSQL of this folder, making it at the first run. Its data is kept. */
export async function startLocalDatabase(): Promise<Cluster & { urls: DatabaseUrls }> {
  const password = rememberedSecret("ATRIUM_POSTGRES_PASSWORD");
  const ownerPassword = rememberedSecret("ATRIUM_POSTGRES_OWNER_PASSWORD");
  const webPassword = rememberedSecret("ATRIUM_POSTGRES_WEB_PASSWORD");
  const dataDir = dataFolder();
  await endLeftover(dataDir);
  const settings = { max_connections: MAX_CONNECTIONS, ...servedSettings };
  const cluster = await startCluster({ dataDir, password, settings, port: await chosenPort() });
  const accounts = { database: "atrium", ownerPassword, webPassword };
  return { ...cluster, urls: await bootstrapDatabase(cluster.adminUrl, accounts) };
}

/** Below .atrium, unless PostgreSQL's account could not get there (root with a clone below /root). */
function dataFolder(): string {
  const here = resolve(".atrium/postgres");
  if (process.getuid?.() !== 0 || reachableByAll(resolve(".atrium"))) return here;
  const name = createHash("sha256").update(resolve(".")).digest("hex").slice(0, 12);
  const folder = `/var/lib/atrium-${name}`;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return join(folder, "postgres");
}

/** The port of the last run when it is free, so that addresses kept elsewhere go on working. */
async function chosenPort(): Promise<number> {
  const last = Number(remembered("ATRIUM_POSTGRES_PORT"));
  if (last && (await isFree(last))) return last;
  const port = await freePort();
  remember("ATRIUM_POSTGRES_PORT", String(port));
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/**
 * Clears what a killed run left: a server still on this data is ended; a postmaster.pid whose number
 * now belongs to another program, as happens in containers, is removed. The folder is claimed by then,
 * so no live start is hurt.
 */
async function endLeftover(dataDir: string): Promise<void> {
  const file = join(dataDir, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const ours = () => commandOf(pid)?.includes(dataDir) ?? false;
  if (ours()) process.kill(pid, "SIGINT");
  for (let waited = 0; ours() && waited < 30_000; waited += 200) await sleep(200);
  rmSync(file, { force: true });
}
