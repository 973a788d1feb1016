import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endsWithinMs } from "@/host/patience";
import { RestartPause } from "@/host/restart-pause";
import { loadConfig } from "@/lib/kernel/config/config";
import { ANSWERS_FOR_METRICS } from "@/lib/kernel/process/answer-metrics";
import { collectedMetrics } from "@/lib/kernel/process/collect-metrics";
import { type Supervised, startSupervised } from "../processes/supervised";
import { say } from "./steps";

type Environment = Record<string, string | undefined>;

export type Service = {
  /** Resolves when it has ended by itself and will not be started again. */
  failed: Promise<void>;
  stop: () => Promise<void>;
  /** Replaces its processes one by one, where it can. */
  restart?: () => void;
};

/** Password hashes take as many threads of Node's pool as there are cores; other users of threads (name
 *  look-ups, files) must find one free. */
const THREADS = String(availableParallelism() + 4);

/** Starts the web application: web processes of the built host, supervised by this process. If it fails as a
 *  whole, the supervisor of this process should see that. They inherit this process's environment.
 *  @param exec the file that a web process runs */
export async function startWeb(exec: string): Promise<Service> {
  process.env.UV_THREADPOOL_SIZE ??= THREADS;
  // The module reads the environment when it is loaded.
  const { superviseWeb } = await import("@/host/supervise");
  const { supervisor, listening } = superviseWeb(resolve(exec));
  const failed = listening.then(
    () => new Promise<void>(() => {}),
    (error: unknown) => console.error(error instanceof Error ? error.message : error),
  );
  return { failed, stop: () => supervisor.end(), restart: () => void supervisor.restart() };
}

/** Starts Next's development server in place of the built host. */
export function startDevelopment(
  env: Environment,
  port: number,
  host: string | undefined,
): Service {
  const next = ["node_modules/next/dist/bin/next", "dev", "-p", String(port)];
  const web = run([process.execPath, ...next, ...(host ? ["-H", host] : [])], {
    ...env,
    PORT: String(port),
    ATRIUM_HOST: host,
    NODE_ENV: "development",
  });
  // It detects changes by itself, and SIGHUP would end it.
  return {
    failed: web.ended.then(() => {}),
    stop: () => web.stop(endsWithinMs(loadConfig(env).drainSeconds)),
  };
}

/** Starts the worker (mail, back-channel logout, cleanup), and restarts it with growing pauses.
 *  @param args arguments of Node */
export function startWorker(env: Environment, args: string[]): Service {
  const hasMetrics = loadConfig(env).metricsPort !== undefined;
  const command = [process.execPath, ...args, ...(hasMetrics ? [ANSWERS_FOR_METRICS] : [])];
  const stopping = new AbortController();
  let current: Supervised | undefined;
  const supervise = async () => {
    const pauses = new RestartPause();
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      // This process serves the port, and queries the worker over the channel between them.
      const own = { ...env, NODE_ENV: "production", ATRIUM_METRICS_PORT: "" };
      current = run(command, own, hasMetrics);
      if (hasMetrics) collectedMetrics.join("worker", current.child);
      const code = await current.ended;
      if (stopping.signal.aborted) return;
      const pause = pauses.after(Date.now() - startedAt);
      say(`the worker ended (code ${code}); starting it again in ${pause / 1000} s`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const supervised = supervise();
  return {
    failed: new Promise(() => {}),
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await supervised;
    },
  };
}

function run(command: string[], env: Environment, channel = false): Supervised {
  const complete = { UV_THREADPOOL_SIZE: THREADS, ...env, NEXT_TELEMETRY_DISABLED: "1" };
  return startSupervised(command, {
    endsBy: "TERM",
    channel,
    env: { ...process.env, ...complete },
  });
}
