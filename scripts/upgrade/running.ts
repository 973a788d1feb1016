import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { bootstrapDatabase } from "../postgres/bootstrap";
import { startEphemeralCluster } from "../postgres/ephemeral";
import { freePort } from "../postgres/free-port";
import { startSupervised } from "../processes/supervised";
import { bare } from "./previous-release";

/** The issuer of the servers that are tried; nobody looks the name up. */
export const BASE_URL = "http://id.example.test";

/** What would turn this load away at the door. */
const WIDE = [
  ...["TOKEN_REQUESTS", "MANAGEMENT_REQUESTS", "NETWORK_FAILURES", "AUTHORIZE_NETWORK_REQUESTS"],
  ...[
    "AUTHORIZE_CLIENT_REQUESTS",
    "OAUTH_NETWORK_REQUESTS",
    "LOGIN_FAILURES",
    "NETWORK_CONNECTIONS",
  ],
];
/** How long a server that is to end says so before it takes no more connections. */
const DRAIN_SECONDS = "2";
const READY_MS = 60_000;

/** A database on a PostgreSQL of its own, without a schema, and what servers need to use it. */
export interface Place {
  env: NodeJS.ProcessEnv;
  ownerUrl: string;
  stop(): Promise<void>;
}

/** Makes one.
 *  @param smtpUrl where its servers' mail goes */
export async function anEmptyDatabase(smtpUrl?: string): Promise<Place> {
  const cluster = await startEphemeralCluster();
  const accounts = { database: "upgrade", ownerPassword: "upgrade", webPassword: "upgrade" };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  const env: NodeJS.ProcessEnv = {
    ...bare(),
    ...urls,
    ...Object.fromEntries(WIDE.map((name) => [`ATRIUM_LIMIT_${name}`, "100000"])),
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: BASE_URL,
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ATRIUM_LOG_LEVEL: "error",
    ATRIUM_PROCESSES: "1",
    ATRIUM_DRAIN_SECONDS: DRAIN_SECONDS,
    ...(smtpUrl && { ATRIUM_SMTP_URL: smtpUrl }),
    NODE_ENV: "production",
  };
  return { env, ownerUrl: urls.DATABASE_OWNER_URL, stop: cluster.stop };
}

/** What a folder's build runs, which each version names by itself. */
export async function builtFiles(
  folder: string,
): Promise<Record<"HOST" | "WORKER" | "START", string>> {
  return import(pathToFileURL(join(folder, "scripts/host/built-files.mjs")).href);
}

/** A server, or a worker, of some version. */
export interface Running {
  /** 0 for a worker. */
  port: number;
  stop(): Promise<void>;
  /** Resolves with the exit code, wished or not. */
  ended: Promise<number>;
}

/** Starts a folder's web processes, and waits until they are ready.
 *  @param port where; a free one unless it is given
 *  @throws Error when they are not ready in time */
export async function startServer(
  folder: string,
  env: NodeJS.ProcessEnv,
  port?: number,
): Promise<Running> {
  const { HOST } = await builtFiles(folder);
  return startUntilReady(folder, HOST, env, port);
}

/** Starts a file of a folder's build, and waits until it is ready.
 *  @throws Error when it is not ready in time */
export function startUntilReady(
  folder: string,
  file: string,
  env: NodeJS.ProcessEnv,
  port?: number,
): Promise<Running> {
  return startUntil({ folder, file }, env, port, ({ status }) => status === 200);
}

/** The same for a server that is never ready: waits until it says why.
 *  @param words what it says
 *  @throws Error when it says something else for long */
export async function startUnready(
  folder: string,
  env: NodeJS.ProcessEnv,
  words: string,
): Promise<Running> {
  const says = ({ status, detail }: Readiness) => status === 503 && detail.includes(words);
  const { HOST } = await builtFiles(folder);
  return startUntil({ folder, file: HOST }, env, undefined, says);
}

async function startUntil(
  { folder, file }: { folder: string; file: string },
  env: NodeJS.ProcessEnv,
  port: number | undefined,
  done: (said: Readiness) => boolean,
): Promise<Running> {
  const chosen = port ?? (await freePort());
  const started = start(folder, file, { ...env, PORT: String(chosen), ATRIUM_HOST: "127.0.0.1" });
  let ended = false;
  void started.ended.then(() => {
    ended = true;
  });
  let said: Readiness = { status: 0, detail: "nothing" };
  for (const begun = Date.now(); !ended && Date.now() - begun < READY_MS; await sleep(100)) {
    said = await readiness(chosen).catch((error: Error) => ({ status: 0, detail: error.message }));
    if (done(said)) return { ...started, port: chosen };
  }
  await started.stop();
  throw new Error(`The server of ${folder} said on /readyz: ${said.status} ${said.detail}`);
}

/** Starts a folder's worker. */
export async function startWorker(folder: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const { WORKER } = await builtFiles(folder);
  return { ...start(folder, WORKER, env), port: 0 };
}

function start(folder: string, file: string, env: NodeJS.ProcessEnv) {
  const supervised = startSupervised([process.execPath, file], {
    endsBy: "TERM",
    cwd: folder,
    env,
    stdio: ["pipe", "ignore", "inherit"],
  });
  return { ended: supervised.ended, stop: () => supervised.stop(30_000) };
}

/** Migrates as a folder's version does. */
export async function migrateBy(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = ["--import", "tsx", "scripts/db/migrate-command.ts"];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((settle) => child.once("exit", settle));
  if (code !== 0) throw new Error(`${folder} could not migrate the database`);
}

/** What a folder's own benchmarks make: people, a machine and a relying party, by a server of that folder. */
export interface People {
  tenant: { publicId: string; clientId: string; clientSecret: string };
  tenantHeaders: Record<string, string>;
  relyingParty: { clientId: string; clientSecret: string; redirectUri: string };
  authorizePath: string;
  appId: string;
  people: { email: string; password: string; sessionId: string; activityToken: string }[];
}

/** Makes them.
 *  @param port of a server that runs */
export function peopleBy(
  folder: string,
  env: NodeJS.ProcessEnv,
  port: number,
  count: number,
): People {
  const script = `const { aBenchPlace } = await import("./bench/support/bench-place.ts");
    console.log(JSON.stringify(await aBenchPlace("http://127.0.0.1:${port}", ${count})));
    process.exit(0);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const said = execFileSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  return JSON.parse(said.trim().split("\n").at(-1) ?? "");
}

interface Readiness {
  status: number;
  detail: string;
}

/** What a server's /readyz says, on a connection that does not stay. */
async function readiness(port: number): Promise<Readiness> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    headers: { connection: "close" },
  });
  return { status: answer.status, detail: await answer.text() };
}

/** Whether a server says that it can do its work. */
export async function isReady(port: number): Promise<boolean> {
  return (await readiness(port).catch(() => ({ status: 0 }))).status === 200;
}
