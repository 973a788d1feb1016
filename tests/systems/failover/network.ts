import { execFileSync } from "node:child_process";
import { freePort } from "@/tools/postgres/free-port";
import { atEnd } from "../harness/ends";

/** Address of a server of the cluster, and how to start its programs there. */
export interface Spot {
  host: string;
  ports: { postgres: number; patroni: number; etcd: number };
  /** Prefix of a command that runs there. */
  within: string[];
  /** Drops every packet between this spot and these; all when none is named. The senders get no error. */
  cut(from?: readonly string[]): void;
  heal(): void;
}

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "pipe" }).toString();

/** Spots with a network each, on a bridge, as machines on a switch are. */
export function networkOf(count: number): Spot[] {
  endAbandoned();
  const bridge = `ha${process.pid}`;
  // A range of its own: 10.213 is what our compose file takes as well, of which this takes the upper half.
  const range = `10.213.${128 + (process.pid % 120)}`;
  const names = Array.from({ length: count }, (_, at) => `atrium-ha-${process.pid}-${at}`);
  // They outlive this process, and the next run would have to find them.
  atEnd(() => {
    for (const name of names) quietly(() => ip("netns", "del", name));
    quietly(() => ip("link", "del", bridge));
  });
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${range}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  return names.map((name, at) => spot(name, bridge, `${range}.${at + 10}`));
}

function spot(name: string, bridge: string, host: string): Spot {
  const outer = `${bridge}x${name.split("-").at(-1)}`;
  ip("netns", "add", name);
  ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", name);
  ip("link", "set", outer, "master", bridge, "up");
  ip("-n", name, "addr", "add", `${host}/24`, "dev", "eth0");
  for (const device of ["lo", "eth0"]) ip("-n", name, "link", "set", device, "up");
  const tables = (...args: string[]) => ip("netns", "exec", name, "iptables", ...args);
  return {
    host,
    ports: { postgres: 5432, patroni: 8008, etcd: 2379 },
    within: ["ip", "netns", "exec", name],
    cut(from) {
      for (const other of from ?? [undefined]) {
        tables("-A", "INPUT", "-i", "eth0", ...(other ? ["-s", other] : []), "-j", "DROP");
        tables("-A", "OUTPUT", "-o", "eth0", ...(other ? ["-d", other] : []), "-j", "DROP");
      }
    },
    heal: () => void tables("-F"),
  };
}

/** Removes the leftovers of a killed run. */
function endAbandoned(): void {
  for (const line of ip("netns", "list").split("\n")) {
    const [, name, pid] = /^(atrium-ha-(\d+)-\d+)/.exec(line) ?? [];
    if (name && pid && !isAlive(Number(pid))) {
      quietly(() => ip("netns", "del", name));
      quietly(() => ip("link", "del", `ha${pid}`));
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It is gone already.
  }
}

/** Spots on this machine's own network, which can't be cut. */
export async function localSpots(count: number): Promise<Spot[]> {
  const cut = () => {
    throw new Error("This network can't be cut");
  };
  const spots: Spot[] = [];
  for (let at = 0; at < count; at += 1) {
    const [postgres, patroni, etcd] = [await freePort(), await freePort(), await freePort()];
    const ports = { postgres, patroni, etcd };
    spots.push({ host: "127.0.0.1", ports, within: [], cut, heal: () => {} });
  }
  return spots;
}
