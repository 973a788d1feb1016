import { type ChildProcess, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { startSupervised } from "../processes/supervised";
import { type Binaries, type PostgresPackage, postgresBinaries } from "./binaries";

export type ClusterOptions = {
  dataDir: string;
  /** TCP port on 127.0.0.1. */
  port: number;
  /** Password of the superuser `postgres`; it counts only when the cluster is created. */
  password: string;
  /** Server settings, e.g. `{ fsync: "off" }`. */
  settings?: Record<string, string>;
  /** Another PostgreSQL than the one that is installed with the product. */
  programs?: PostgresPackage;
};

export type Cluster = {
  port: number;
  /** Connection address of the superuser, for set-up only. */
  adminUrl: string;
  /** Resolves when the server has ended, intentionally or not. */
  ended: Promise<void>;
  /** Fast shutdown: disconnects clients, and loses nothing that is committed. */
  stop: () => Promise<void>;
};

const ENVIRONMENT = {
  // The working directory may be closed to the server's account.
  cwd: "/",
  env: { ...process.env, LC_ALL: "C" },
  stdio: "pipe" as const,
};

/** PostgreSQL or initdb ended in place of serving. The message has their output. */
export class ClusterFailed extends Error {}

/** Creates the cluster when the folder is new and starts it.
 *  @throws ClusterFailed
 *  @throws NoPostgres */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const binaries = postgresBinaries(options.programs);
  if (!existsSync(join(options.dataDir, "PG_VERSION"))) await createCluster(binaries, options);
  const flags = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...options.settings };
  const server = startSupervised(
    [
      ...[binaries.postgres, "-D", options.dataDir, "-p", String(options.port)],
      ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    // SIGINT is PostgreSQL's fast shutdown.
    { ...binaries.account, ...ENVIRONMENT, endsBy: "INT" },
  );
  await ready(server.child);
  return {
    port: options.port,
    adminUrl: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`,
    ended: server.ended.then(() => {}),
    stop: () => server.stop(30_000),
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.once("exit", (code) =>
      reject(new ClusterFailed(`PostgreSQL did not start (code ${code}):\n${output}`)),
    );
    child.stderr?.on("data", (chunk: Buffer) => {
      if (output.length > 20_000) return;
      output += chunk.toString();
      // The log of such a server says so last; it is ready a moment later.
      if (output.includes("redirecting log output")) setTimeout(resolve, 2_000);
      if (/ready to accept (read-only )?connections/.test(output)) resolve();
    });
  });
}

async function createCluster(binaries: Binaries, options: ClusterOptions): Promise<void> {
  // Made beside its place and moved there when complete: an interrupted creation leaves no half cluster. Each
  // has a name of its own, since the initdb of one that was just interrupted may still be writing.
  mkdirSync(dirname(options.dataDir), { recursive: true });
  removeUnfinished(options.dataDir);
  const making = mkdtempSync(`${options.dataDir}${UNFINISHED}`);
  // Beside the data, which the server's account can reach: the temporary folder may be this account's alone.
  const passwordFile = `${making}.password`;
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (binaries.account) {
    chownSync(making, binaries.account.uid, binaries.account.gid);
    chownSync(passwordFile, binaries.account.uid, binaries.account.gid);
  }
  try {
    await runInitdb(binaries, making, passwordFile);
    renameSync(making, options.dataDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

const UNFINISHED = ".new-";

/** Removes the leftovers of interrupted creations. One that is still being written is left to the next
 *  start. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dirname(dataDir))) {
    if (!name.startsWith(`${basename(dataDir)}${UNFINISHED}`)) continue;
    try {
      rmSync(join(dirname(dataDir), name), { recursive: true, force: true });
    } catch {}
  }
}

async function runInitdb(binaries: Binaries, dataDir: string, passwordFile: string): Promise<void> {
  // Supervised, because otherwise a terminal's signals would reach initdb, and it would outlive us.
  const { child, ended } = startSupervised(
    [
      ...[binaries.initdb, "-D", dataDir, "-U", "postgres", "-A", "scram-sha-256"],
      ...[`--pwfile=${passwordFile}`],
      // The built-in provider, added in 17, sorts the same on every operating system.
      ...(binaries.major < 17 ? [] : ["--locale-provider=builtin"]),
      ...["-E", "UTF8", "--locale=C.UTF-8", "--lc-messages=C", "--no-sync"],
    ],
    { ...binaries.account, ...ENVIRONMENT, endsBy: "TERM" },
  );
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stdout?.resume();
  const code = await ended;
  if (code !== 0) throw new ClusterFailed(`initdb failed (code ${code}):\n${output}`);
}

/** Sets the superuser's password of a cluster that does not run, as the owner of its files may (PostgreSQL,
 *  Single-User Mode).
 *  @throws ClusterFailed */
export function resetPassword(dataDir: string, password: string): void {
  const { postgres, account } = postgresBinaries();
  const { status, stderr } = spawnSync(postgres, ["--single", "-D", dataDir, "postgres"], {
    ...account,
    ...ENVIRONMENT,
    input: `ALTER ROLE postgres PASSWORD ${pg.escapeLiteral(password)}\n`,
    encoding: "utf8",
  });
  if (status !== 0 || /ERROR:/.test(stderr))
    throw new ClusterFailed(`PostgreSQL took no other password:\n${stderr}`);
}
