import { join } from "node:path";
import { startSupervised } from "@/tools/processes/supervised";
import { aFolder, atEnd } from "../harness/ends";
import { until } from "../harness/until";
import { localSpots, networkOf, type Spot } from "./network";
import { Node } from "./node";
import { signal, treeOf } from "./processes";
import type { Tools } from "./tools";

const NODES = 3;
const WHOLE_MS = 120_000;

/** Three servers of PostgreSQL under Patroni, and etcd, which elects the leader. */
export class HaCluster {
  private constructor(
    readonly nodes: Node[],
    readonly spots: Spot[],
  ) {}

  /** Starts a cluster, and waits until it is complete. */
  static async start(tools: Tools): Promise<HaCluster> {
    const folder = aFolder("ha");
    const spots = tools.networks ? networkOf(NODES + 1) : await localSpots(NODES + 1);
    const [at, ...others] = spots;
    if (!at) throw new Error("There is no spot for etcd");
    const etcd = startEtcd(tools, at, folder);
    const address = `${at.host}:${at.ports.etcd}`;
    const nodes = others.map(
      (spot, index) => new Node(spot, tools, { name: `node${index + 1}`, folder, etcd: address }),
    );
    atEnd(async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      if (etcd.child.pid) signal(treeOf(etcd.child.pid), "SIGKILL");
      await etcd.ended;
    });
    const cluster = new HaCluster(nodes, spots);
    for (const node of nodes) node.start();
    await cluster.whole();
    return cluster;
  }

  /** The address of all three, in this order. */
  url(login: string, database: string): string {
    const [first] = this.nodes;
    if (!first) throw new Error("There is no node");
    const hosts = this.spots.slice(1).map(({ host, ports }) => `${host}:${ports.postgres}`);
    const one = new URL(first.url(login, database));
    return `postgres://${login}:${one.password}@${hosts.join(",")}/${database}?target_session_attrs=read-write`;
  }

  /** Returns the primary, other than this one.
   *  @throws Error when there is none for long */
  primary({ besides }: { besides?: Node } = {}): Promise<Node> {
    const others = this.nodes.filter((node) => node !== besides);
    return until("a server takes changes", WHOLE_MS, async () => {
      const answers = await Promise.all(
        others.map(async (node) => ((await node.isPrimary()) ? node : null)),
      );
      return answers.find(Boolean);
    });
  }

  /** Waits until all servers are there, one leads, and one of the others is synchronous. */
  async whole(): Promise<void> {
    const isWhole = async () => {
      const states = await Promise.all(this.nodes.map((node) => node.cluster()));
      const members = states.find(Boolean)?.members ?? [];
      const roles = members.map(({ role }) => role);
      const running = members.filter(({ state }) => ["running", "streaming"].includes(state));
      const hasAll = running.length === NODES && roles.includes("sync_standby");
      return hasAll && roles.includes("leader") && states.every(Boolean);
    };
    await until("the cluster is whole", WHOLE_MS, isWhole, 300).catch((error: unknown) => {
      for (const node of this.nodes) console.error(`${node.name}:\n${node.log()}`);
      throw error;
    });
  }

  /** Returns the synchronous standby. */
  async synchronous(): Promise<Node> {
    for (const node of this.nodes) {
      const clusterState = await node.cluster();
      const name = clusterState?.members.find(({ role }) => role === "sync_standby")?.name;
      const found = this.nodes.find((one) => one.name === name);
      if (found) return found;
    }
    throw new Error("No server is synchronous");
  }
}

function startEtcd(tools: Tools, { host, ports, within }: Spot, folder: string) {
  const client = `http://${host}:${ports.etcd}`;
  // A single etcd has no peers, but must declare a peer address all the same.
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
