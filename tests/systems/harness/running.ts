import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort } from "@/scripts/postgres/free-port";
import { startSupervised } from "@/scripts/processes/supervised";

const READY_MS = 60_000;

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
