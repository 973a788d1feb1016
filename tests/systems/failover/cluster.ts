import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSupervised } from "@/scripts/processes/supervised";
import { localSpots, networkOf, type Spot } from "./network";
import { Node } from "./node";
import { signal, treeOf } from "./processes";
import type { Tools } from "./tools";

const NODES = 3;
const WHOLE_MS = 120_000;

/** Three servers of PostgreSQL under Patroni, and etcd in which they agree who leads. */
export class HaCluster {
  private constructor(
    readonly nodes: Node[],
    readonly spots: Spot[],
    private readonly endAll: () => Promise<void>,
  ) {}

  /** Starts one, and waits until it is whole. */
  static async start(tools: Tools): Promise<HaCluster> {
    const folder = mkdtempSync(join(tmpdir(), "atrium-ha-"));
    chmodSync(folder, 0o755);
    const network = tools.networks
      ? networkOf(NODES + 1)
      : { spots: await localSpots(NODES + 1), end: () => {} };
    const [at, ...spots] = network.spots;
    if (!at) throw new Error("There is no spot for etcd");
    const etcd = startEtcd(tools, at, folder);
    const address = `${at.host}:${at.ports.etcd}`;
    const nodes = spots.map(
      (spot, index) => new Node(spot, tools, { name: `node${index + 1}`, folder, etcd: address }),
    );
    const end = async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      if (etcd.child.pid) signal(treeOf(etcd.child.pid), "SIGKILL");
      await etcd.ended;
      network.end();
      rmSync(folder, { recursive: true, force: true });
    };
    const cluster = new HaCluster(nodes, network.spots, end);
    try {
      for (const node of nodes) node.start();
      await cluster.whole();
      return cluster;
    } catch (error) {
      for (const node of nodes) console.error(`${node.name}:\n${node.log()}`);
      await end();
      throw error;
    }
  }

  /** The address of all three, in this order. */
  url(login: string, database: string): string {
    const [first] = this.nodes;
    if (!first) throw new Error("There is no node");
    const hosts = this.spots.slice(1).map(({ host, ports }) => `${host}:${ports.postgres}`);
    const one = new URL(first.url(login, database));
    return `postgres://${login}:${one.password}@${hosts.join(",")}/${database}?target_session_attrs=read-write`;
  }

  /** The one that takes changes, other than this one.
   *  @throws Error when none does for long */
  async primary({ besides, ms = WHOLE_MS }: { besides?: Node; ms?: number } = {}): Promise<Node> {
    const asked = this.nodes.filter((node) => node !== besides);
    for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) {
      const found = await firstOf(asked, (node) => node.isPrimary());
      if (found) return found;
    }
    throw new Error("Nobody was promoted");
  }

  /** Waits until all are there, one leads, and one of the others has all that the leader acknowledges. */
  async whole(): Promise<void> {
    for (const end = performance.now() + WHOLE_MS; performance.now() < end; await sleep(300)) {
      const told = await Promise.all(this.nodes.map((node) => node.cluster()));
      const members = told.find(Boolean)?.members ?? [];
      const roles = members.map(({ role }) => role);
      const running = members.filter(({ state }) => ["running", "streaming"].includes(state));
      const isWhole = running.length === NODES && roles.includes("sync_standby");
      if (isWhole && roles.includes("leader") && told.every(Boolean)) return;
    }
    for (const node of this.nodes) console.error(`${node.name}:\n${node.log()}`);
    throw new Error("The cluster did not become whole");
  }

  /** The one that has all that the leader acknowledged. */
  async synchronous(): Promise<Node> {
    for (const node of this.nodes) {
      const told = await node.cluster();
      const name = told?.members.find(({ role }) => role === "sync_standby")?.name;
      const found = this.nodes.find((one) => one.name === name);
      if (found) return found;
    }
    throw new Error("No server is synchronous");
  }

  async end(): Promise<void> {
    await this.endAll();
  }
}

function startEtcd(tools: Tools, { host, ports, within }: Spot, folder: string) {
  const client = `http://${host}:${ports.etcd}`;
  // Alone it talks to nobody, and has to say where all the same.
  const peer = within.length > 0 ? "http://127.0.0.1:2380" : `http://127.0.0.1:${ports.patroni}`;
  const urls = [
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
    ...["--initial-cluster", `default=${peer}`, "--data-dir", join(folder, "etcd")],
  ];
  return startSupervised([...within, tools.etcd, ...urls], {
    endsBy: "TERM",
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
}

async function firstOf(
  nodes: readonly Node[],
  holds: (node: Node) => Promise<boolean | undefined>,
): Promise<Node | undefined> {
  const answers = await Promise.all(nodes.map(async (node) => ((await holds(node)) ? node : null)));
  return answers.find((node) => node !== null) ?? undefined;
}
