import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgresBinaries } from "@/tools/postgres/binaries";
import { freePort } from "@/tools/postgres/free-port";
import type { Supervised } from "@/tools/processes/supervised";
import { aFolder } from "./ends";
import { canConnect, startProcess } from "./processes";
import { debianProgram } from "./tools";
import { until } from "./until";

/** The shipped configuration; the differences come after it. */
const SHIPPED = "deploy/pgbouncer/pgbouncer.ini";
const READY_MS = 10_000;

/** A PgBouncer in front of a database. */
export interface Pooler {
  /** Returns the address of a database through it. */
  through(url: string): string;
  /** Kills it, like a machine that loses power. */
  kill(): Promise<void>;
  /** Starts it again on its port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PgBouncer with the shipped configuration.
 *  @param url PostgreSQL's address with the login that may use it
 *  @param settings differences from the shipped configuration
 *  @throws Skipped where PgBouncer can't be installed */
export async function startPooler(
  url: string,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const program = debianProgram("pgbouncer", "pgbouncer");
  const folder = aFolder("pooler");
  const port = await freePort();
  const file = configure(folder, new URL(url), { listen_port: String(port), ...settings });
  let running: Supervised;
  const start = async () => {
    const { account } = postgresBinaries();
    running = startProcess([program, "--quiet", file], {
      ...account,
      cwd: "/",
      endsBy: "INT",
      stdio: ["pipe", "ignore", "inherit"],
    });
    await listens(port);
  };
  await start();
  return {
    through: (other) => {
      const address = new URL(other);
      address.port = String(port);
      return address.href;
    },
    // The supervisor's shell and PgBouncer are one process group.
    kill: async () => {
      process.kill(-(running.child.pid ?? 0), "SIGKILL");
      await running.ended;
    },
    start,
    stop: () => running.stop(),
  };
}

/** @returns the file that leads PgBouncer to the database at hand */
function configure(folder: string, url: URL, settings: Record<string, string>): string {
  const secret = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  const users = join(folder, "userlist.txt");
  const file = join(folder, "pgbouncer.ini");
  const own: Record<string, string> = {
    stats_users: "atrium_web",
    listen_addr: "127.0.0.1",
    auth_file: users,
    ...settings,
  };
  // Any database of that server, by its own name. A second section of the same name would reset PgBouncer's
  // settings to its defaults.
  const shipped = readFileSync(SHIPPED, "utf8").replace(
    /^atrium = .*$/m,
    `* = host=${url.hostname} port=${url.port}`,
  );
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(users, `${secret(url.username)} ${secret(url.password)}\n`, { mode: 0o600 });
  writeFileSync(file, `${shipped}\n${lines.join("\n")}\n`);
  // PgBouncer refuses to run as root, so it runs under PostgreSQL's account.
  const { account } = postgresBinaries();
  if (account) chownSync(users, account.uid, account.gid);
  return file;
}

function listens(port: number): Promise<true> {
  return until("PgBouncer listens", READY_MS, () => canConnect(port), 20);
}
