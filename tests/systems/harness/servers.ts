import { openSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { freePort } from "@/tools/postgres/free-port";
import { startSupervised } from "@/tools/processes/supervised";
import { requestPage } from "@/tools/start/ask-server";
import { atEnd } from "./ends";
import { fileOf } from "./installation";
import { until } from "./until";

const READY_MS = 90_000;
/** Deadline of one answer. */
const ANSWER_MS = 10_000;

/** Returns the files of a folder's build, by the names of its version. */
async function builtFiles(folder: string): Promise<Record<"HOST" | "WORKER" | "START", string>> {
  return import(
    pathToFileURL(fileOf(folder, "host/built-files.mjs", "scripts/host/built-files.mjs")).href
  );
}

/** A server, or a worker, of some version. */
export interface Running {
  /** 0 for a worker. */
  port: number;
  /** Of the shell that supervises it. */
  pid: number;
  /** Waits until /readyz is 200, or for another condition.
   *  @throws Error when it does not in time, or ended */
  ready(done?: (state: Readiness) => boolean): Promise<void>;
  /** Ends it, by SIGKILL after some time. */
  stop(patienceMs?: number): Promise<void>;
  /** Resolves with the exit code, expected or not. */
  ended: Promise<number>;
}

/** Answer of a server's /readyz. */
interface Readiness {
  status: number;
  text: string;
}

/** Differences from a build of this folder that listens on a free port of the loopback. */
export interface Place {
  folder?: string;
  port?: number;
  host?: string;
  /** A file for its output; without one stderr is this process's. */
  log?: string;
}

/** Starts web processes, and waits until they are ready.
 *  @throws Error when they are not ready in time */
export async function startServer(env: NodeJS.ProcessEnv, place: Place = {}): Promise<Running> {
  const { HOST } = await builtFiles(folderOf(place));
  return startUntilReady(HOST, env, place);
}

/** Starts a file of a build, and waits until it is ready.
 *  @throws Error when it is not ready in time */
export async function startUntilReady(
  file: string,
  env: NodeJS.ProcessEnv,
  place: Place = {},
): Promise<Running> {
  const server = await begin(file, env, place);
  await server.ready();
  return server;
}

/** Starts web processes that are never ready, and waits until they report the reason.
 *  @throws Error when they report another one for long */
export async function startUnready(env: NodeJS.ProcessEnv, words: string): Promise<Running> {
  const { HOST } = await builtFiles(folderOf({}));
  const server = await begin(HOST, env);
  await server.ready(({ status, text }) => status === 503 && text.includes(words));
  return server;
}

/** Starts a worker. */
export async function startWorker(env: NodeJS.ProcessEnv, place: Place = {}): Promise<Running> {
  const { WORKER } = await builtFiles(folderOf(place));
  return begin(WORKER, env, { ...place, port: 0 });
}

/** Starts a file of a build, without waiting.
 *  @param file with arguments behind it, if it takes any */
export async function begin(
  file: string | readonly string[],
  env: NodeJS.ProcessEnv,
  place: Place = {},
): Promise<Running> {
  const { port = await freePort(), host = "127.0.0.1" } = place;
  const log = place.log ? openSync(place.log, "a") : undefined;
  const { child, ended, stop } = startSupervised([process.execPath, ...[file].flat()], {
    endsBy: "TERM",
    cwd: folderOf(place),
    env: port ? { ...env, PORT: String(port), ATRIUM_HOST: host } : env,
    stdio: ["pipe", log ?? "ignore", log ?? "inherit"],
  });
  let code: number | undefined;
  void ended.then((one) => {
    code = one;
  });
  const ready: Running["ready"] = async (done = ({ status }) => status === 200) => {
    await until(`${file} of ${folderOf(place)} is ready`, READY_MS, async () => {
      if (code !== undefined) return true;
      const state = await readiness(port, host);
      if (!done(state)) throw new Error(`${state.status} ${state.text}`);
      return true;
    });
    if (code !== undefined) throw new Error(`${file} of ${folderOf(place)} ended with ${code}`);
  };
  const end = atEnd((patienceMs = 30_000) => stop(patienceMs));
  return { port, pid: child.pid ?? 0, ready, ended, stop: end };
}

const folderOf = ({ folder = process.cwd() }: Place) => folder;

/** Whether a server reports that it can do its work. */
export async function isReady(port: number): Promise<boolean> {
  return (await readiness(port, "127.0.0.1").catch(() => ({ status: 0 }))).status === 200;
}

const readiness = (port: number, host: string): Promise<Readiness> =>
  requestPage("/readyz", { port, host, patienceMs: ANSWER_MS });
