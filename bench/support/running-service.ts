import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { HOST } from "@/host/built-files.mjs";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { build } from "@/tools/build/build.mjs";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { freePort } from "@/tools/postgres/free-port";
import { servedSettings } from "@/tools/postgres/served-settings";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";

export interface RunningService {
  baseUrl: string;
  /** Environment of its process; this process has the same variables, so that builders reach its database. */
  env: NodeJS.ProcessEnv;
  /** Another process on the same database, with its own port. */
  another(
    extra?: Record<string, string>,
  ): Promise<{ baseUrl: string; pid: number; stop(): Promise<void> }>;
  adminUrl: string;
  /** The root of the web processes. */
  pid: number;
  stop(): Promise<void>;
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
 *  @param extra further variables
 *  @param postgres settings of the database server */
export async function startDatabase(
  extra: Record<string, string> = {},
  postgres: Record<string, string> = {},
) {
  const cluster = await startEphemeralCluster({ ...DURABLE, ...postgres });
  const accounts = { database: "bench", ownerPassword: "bench", webPassword: "bench" };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  await migrate(urls.DATABASE_OWNER_URL);
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
 *  @param postgres settings of the database server
 *  @param placed pins its processes to cores (`onFirstCore`); any core by default */
export async function startService(
  extra: Record<string, string> = {},
  postgres: Record<string, string> = {},
  placed: Placed = (command) => [...command],
): Promise<RunningService> {
  await build();
  const { cluster, env, port, baseUrl } = await startDatabase(extra, postgres);
  const web = await startHost(port, env, placed);
  return {
    baseUrl,
    env,
    adminUrl: cluster.adminUrl,
    pid: web.child.pid ?? 0,
    another: async (more = {}) => {
      const otherPort = await freePort();
      const other = await startHost(otherPort, { ...env, ...more }, placed);
      return {
        baseUrl: `http://127.0.0.1:${otherPort}`,
        pid: other.child.pid ?? 0,
        stop: () => other.stop(),
      };
    },
    stop: async () => {
      await web.stop();
      await cluster.stop();
    },
  };
}

/** Starts the production host of this folder, and waits until it answers. It never outlives this process. */
async function startHost(
  port: number,
  env: NodeJS.ProcessEnv,
  placed: Placed,
): Promise<Supervised> {
  const listening = { PORT: String(port), ATRIUM_HOST: "127.0.0.1" };
  const host = startSupervised(placed([process.execPath, HOST]), {
    endsBy: "TERM",
    env: { ...env, ...listening },
    stdio: ["pipe", "ignore", "inherit"],
  });
  await onceItAnswers(host.child, port);
  return host;
}

/** Starts `next start` of a built folder, and waits until it answers. */
export function startNext(
  folder: string,
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  const child = spawn(
    process.execPath,
    [next, "start", folder, "-p", String(port), "-H", "127.0.0.1"],
    { env, stdio: ["ignore", "ignore", "inherit"] },
  );
  return onceItAnswers(child, port);
}

async function onceItAnswers(child: ChildProcess, port: number): Promise<ChildProcess> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/empty`).catch(() => null);
    // The supervisor answers 503 while its processes start.
    if (answer && answer.status !== 503) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill();
  throw new Error(`Nothing answers on port ${port}`);
}

/** Ends a child process and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
