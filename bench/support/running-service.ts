import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { HOST } from "@/host/built-files.mjs";
import { build } from "@/tools/build/build.mjs";
import { freePort } from "@/tools/postgres/free-port";
import { servedSettings } from "@/tools/postgres/served-settings";
import { startSupervised } from "@/tools/processes/supervised";
import { migratedDatabase } from "./own-database";

/** A server in a process of its own. */
export interface RunningServer {
  baseUrl: string;
  /** The root of its processes. */
  pid: number;
  stop(): Promise<void>;
}

export interface RunningService extends RunningServer {
  /** Environment of its process; this process has the same variables, so that builders reach its database. */
  env: NodeJS.ProcessEnv;
  /** Another process on the same database, with its own port. */
  another(extra?: Record<string, string>): Promise<RunningServer>;
  adminUrl: string;
}

// Raises the limits that would refuse the load; the brakes stay in the path and count all the same.
const WIDE_LIMITS = {
  ATRIUM_LIMIT_TOKEN_REQUESTS: "100000000",
  ATRIUM_LIMIT_MANAGEMENT_REQUESTS: "100000000",
  ATRIUM_LIMIT_ACCESS_REQUESTS: "100000000",
  ATRIUM_LIMIT_AUDIT_LOG_REQUESTS: "100000000",
  ATRIUM_LIMIT_NETWORK_FAILURES: "100000000",
  ATRIUM_LIMIT_AUTHORIZE_NETWORK_REQUESTS: "100000000",
  ATRIUM_LIMIT_AUTHORIZE_CLIENT_REQUESTS: "100000000",
  ATRIUM_LIMIT_OAUTH_NETWORK_REQUESTS: "100000000",
  // Slots are occupied while a proof is checked: parallel logins of one account take more than five.
  ATRIUM_LIMIT_LOGIN_FAILURES: "100000000",
};

// Settings of PostgreSQL in production, which tests do without.
const DURABLE = {
  ...servedSettings,
  shared_buffers: "512MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  autovacuum: "on",
};

/** Wraps a command with the one that places it on a core, or returns it unchanged. */
type Placed = (command: readonly string[]) => string[];

/** Starts a migrated database on a PostgreSQL of its own, with signing keys. Sets this process's environment
 *  to reach it.
 *  @param extra further variables */
export async function startDatabase(extra: Record<string, string> = {}) {
  const { cluster, urls } = await migratedDatabase(DURABLE);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...urls,
    ...WIDE_LIMITS,
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ATRIUM_LOG_LEVEL: "error",
    NODE_ENV: "production",
    ATRIUM_PROCESSES: "1",
    ...extra,
  };
  Object.assign(process.env, env);
  const { ensureSigningKeys } = await import("@/lib/core/signing-keys/ensure-signing-keys");
  await ensureSigningKeys(urls.DATABASE_OWNER_URL);
  return { cluster, env, port, baseUrl };
}

/** Starts the built service, one process, on a PostgreSQL of its own. `stop()` removes everything.
 *  @param placed pins its processes to cores (`onFirstCore`); any core by default */
export async function startService(
  placed: Placed = (command) => [...command],
): Promise<RunningService> {
  await build();
  const { cluster, env, port, baseUrl } = await startDatabase();
  const start = (port: number | undefined, more: Record<string, string> = {}) =>
    startServer(() => [HOST], { ...env, ...more, ATRIUM_HOST: "127.0.0.1" }, { placed, port });
  const web = await start(port);
  return {
    baseUrl,
    env,
    adminUrl: cluster.adminUrl,
    pid: web.pid,
    another: (more) => start(undefined, more),
    stop: async () => {
      await web.stop();
      await cluster.stop();
    },
  };
}

/** Starts a program of Node that serves, and waits until it answers. It never outlives this process.
 *  @param command its arguments; the environment has its port too
 *  @param port a free one by default */
export async function startServer(
  command: (port: number) => string[],
  env: NodeJS.ProcessEnv,
  {
    placed = (unplaced) => [...unplaced],
    port: fixed,
  }: { placed?: Placed; port?: number | undefined } = {},
): Promise<RunningServer> {
  const port = fixed ?? (await freePort());
  const server = startSupervised(placed([process.execPath, ...command(port)]), {
    endsBy: "TERM",
    env: { ...env, PORT: String(port) },
    stdio: ["pipe", "ignore", "inherit"],
  });
  await onceItAnswers(server.child, port);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: server.child.pid ?? 0,
    stop: () => server.stop(),
  };
}

async function onceItAnswers(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/empty`).catch(() => null);
    // The supervisor answers 503 while its processes start.
    if (answer && answer.status !== 503) return;
    await sleep(200);
  }
  child.kill();
  throw new Error(`Nothing answers on port ${port}`);
}
