import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresBinaries } from "../postgres/binaries";
import { bootstrapDatabase, type DatabaseUrls } from "../postgres/bootstrap";
import {
  type Cluster,
  ClusterFailed,
  type ClusterOptions,
  resetPassword,
  startCluster,
} from "../postgres/cluster";
import { freePort } from "../postgres/free-port";
import { servedSettings } from "../postgres/served-settings";
import { commandOf } from "../setup/processes.mjs";
import { fullDisk } from "../setup/writable.mjs";
import { dataFolder, storedSecrets, storedSetting, storeSettings } from "./settings";
import { StartError, say } from "./steps";

/** Enough for a web process for each of 25 cores (lib/kernel/db/connection-counts). Unused ones cost
 *  PostgreSQL next to nothing. */
const MAX_CONNECTIONS = "500";

/** Starts the PostgreSQL of this folder, and creates it at the first run. Its data stays.
 *  @throws StartError with the problem of the data, and the remedy */
export async function startLocalDatabase(): Promise<Cluster & { urls: DatabaseUrls }> {
  const dataDir = dataFolder();
  assertUsableData(dataDir);
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 });
  // Lost ones are made anew: each start sets them, and the data does not depend on them.
  const secrets = storedSecrets(
    "ATRIUM_POSTGRES_PASSWORD",
    "ATRIUM_POSTGRES_OWNER_PASSWORD",
    "ATRIUM_POSTGRES_WEB_PASSWORD",
  );
  await endLeftover(dataDir);
  const settings = { max_connections: MAX_CONNECTIONS, ...servedSettings };
  const password = secrets.ATRIUM_POSTGRES_PASSWORD;
  const accounts = {
    database: "atrium",
    ownerPassword: secrets.ATRIUM_POSTGRES_OWNER_PASSWORD,
    webPassword: secrets.ATRIUM_POSTGRES_WEB_PASSWORD,
  };
  const start = async () =>
    startOn({ dataDir, password, settings, port: await chosenPort() }, accounts);
  try {
    return await start().catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== WRONG_PASSWORD) throw error;
      say("PostgreSQL's data has another password than .atrium/local.env: setting that one");
      resetPassword(dataDir, password);
      return start();
    });
  } catch (error) {
    throw error instanceof ClusterFailed ? explained(error, dataDir) : error;
  }
}

/** The code of `invalid_password`. */
const WRONG_PASSWORD = "28P01";

async function startOn(
  options: ClusterOptions,
  accounts: Parameters<typeof bootstrapDatabase>[1],
): Promise<Cluster & { urls: DatabaseUrls }> {
  const cluster = await startCluster(options);
  try {
    return { ...cluster, urls: await bootstrapDatabase(cluster.adminUrl, accounts) };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Refuses data on which no PostgreSQL, or only another one, can start. */
function assertUsableData(dataDir: string): void {
  const there = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (there.length === 0) return;
  if (!there.includes("PG_VERSION"))
    throw new StartError(
      `${dataDir} has no PG_VERSION: a part of PostgreSQL's data is gone. ${RESTORE(dataDir)}`,
    );
  const made = readFileSync(join(dataDir, "PG_VERSION"), "utf8").trim();
  const { major } = postgresBinaries();
  if (made !== String(major))
    throw new StartError(
      otherVersion(dataDir, /^\d+$/.test(made) ? `PostgreSQL ${made}` : "another PostgreSQL"),
    );
}

const RESTORE = (dataDir: string) =>
  `Put the folder back from a copy; or, to begin anew without that data, move ${dataDir} and .atrium elsewhere.`;

function otherVersion(dataDir: string, made: string): string {
  const { major } = postgresBinaries();
  return `${dataDir} has the data of ${made}, and this is PostgreSQL ${major}. To keep the data, start the Atrium that made it, write a copy with pg_dump, move ${dataDir} elsewhere, and restore the copy here (docs/BACKUPS.md).`;
}

/** Explains why PostgreSQL does not run on this data, with the remedy. */
function explained({ message }: ClusterFailed, dataDir: string): StartError {
  if (/incompatible with server/.test(message))
    return new StartError(otherVersion(dataDir, "another PostgreSQL"));
  const full = fullDisk(message, dataDir);
  if (full) return new StartError(full);
  const lines = message.trim().split("\n");
  const reason =
    lines.findLast((line) => /(FATAL|PANIC|error): /i.test(line)) ?? lines.at(-1) ?? "";
  const words = reason.replace(/^.*?(FATAL|PANIC|error): +/i, "").replace(/\.?$/, ".");
  return new StartError(`PostgreSQL can't run on ${dataDir}: ${words} ${RESTORE(dataDir)}`);
}

/** Returns the port of the last run when it is free, so that stored addresses still work. */
async function chosenPort(): Promise<number> {
  const last = Number(storedSetting("ATRIUM_POSTGRES_PORT"));
  const port = await freePort(last || 0).catch(() => freePort());
  if (port !== last) storeSettings({ ATRIUM_POSTGRES_PORT: String(port) });
  return port;
}

/** Clears the leftovers of a killed run: a server still on this data is ended; a postmaster.pid whose number
 *  now belongs to another program, as happens in containers, is removed. The folder is claimed by then, so no
 *  live start is affected. */
async function endLeftover(dataDir: string): Promise<void> {
  const file = join(dataDir, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const ours = () => commandOf(pid)?.includes(dataDir) ?? false;
  if (ours()) process.kill(pid, "SIGINT");
  for (let waited = 0; ours() && waited < 30_000; waited += 200) await sleep(200);
  rmSync(file, { force: true });
}
