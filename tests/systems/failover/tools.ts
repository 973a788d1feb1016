import { execFileSync } from "node:child_process";
import { Skipped } from "../harness/system";
import { debianProgram, postgresPrograms, python, pythonPackages } from "../harness/tools";

/** Programs of a highly available PostgreSQL. */
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

/** Finds the tools: etcd and Python among Debian's packages, Patroni and PostgreSQL on PyPI, which are
 *  fetched once.
 *  @throws Skipped with the missing ones */
export function findTools(): Tools {
  if (process.platform !== "linux") throw new Skipped("Patroni is tried on Linux");
  const isRoot = process.getuid?.() === 0;
  return {
    etcd: debianProgram("etcd", "etcd-server"),
    python: python(),
    packages: pythonPackages("patroni-4.1.5", "patroni[etcd3]==4.1.5", "psycopg[binary]==3.3.9"),
    postgres: postgresPrograms(),
    networks: isRoot && hasNetworks(),
    ...(isRoot && { account: unprivileged() }),
  };
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
