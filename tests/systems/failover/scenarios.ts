import { setTimeout as sleep } from "node:timers/promises";
import type { HaCluster } from "./cluster";
import type { Node } from "./node";

/** A failure of the primary. */
export interface Scenario {
  /** Name of the event that happens to it. */
  name: string;
  /** Whether networks must be cut for it. */
  cuts?: true;
  /** Whether it runs only with `--all` or by its name. */
  long?: true;
  happen(cluster: HaCluster, primary: Node): Promise<void>;
  /** Restarts the server as an operator would. */
  comeBack(primary: Node): Promise<void>;
  /** Whether another server leads afterwards. Where no other has all acknowledged work, none may. */
  returns?: true;
}

const soon = async () => {};

/** In the order in which they are tried; each starts with a complete cluster. */
export const scenarios: readonly Scenario[] = [
  {
    name: "is asked to hand over (switchover)",
    happen: (_, primary) => primary.switchover(),
    comeBack: soon,
  },
  {
    name: "PostgreSQL is killed",
    happen: async (_, primary) => primary.signal("SIGKILL", "postgres"),
    comeBack: soon,
  },
  {
    name: "is cut off from everybody, and comes back as it was",
    cuts: true,
    happen: async (_, primary) => primary.spot.cut(),
    comeBack: async (primary) => primary.spot.heal(),
  },
  {
    name: "Patroni is frozen, and PostgreSQL goes on beside its successor",
    happen: async (_, primary) => primary.signal("SIGSTOP", "patroni"),
    comeBack: async (primary) => primary.signal("SIGCONT", "patroni"),
  },
  {
    name: "is frozen whole, and comes back as it was",
    happen: async (_, primary) => primary.signal("SIGSTOP"),
    comeBack: async (primary) => primary.signal("SIGCONT"),
  },
  {
    name: "dies whole",
    long: true,
    happen: (_, primary) => primary.kill(),
    comeBack: async (primary) => primary.start(),
  },
  {
    name: "is cut off from etcd and the others, not from the service",
    cuts: true,
    long: true,
    happen: async (cluster, primary) =>
      primary.spot.cut(
        cluster.spots.map(({ host }) => host).filter((host) => host !== primary.spot.host),
      ),
    comeBack: async (primary) => primary.spot.heal(),
  },
  {
    name: "dies right after the server that was in step with it",
    long: true,
    happen: async (cluster, primary) => {
      const inStep = await cluster.synchronous();
      await inStep.kill();
      // Until then the other one catches up.
      await sleep(10_000);
      await primary.kill();
      setTimeout(() => inStep.start(), 5_000);
    },
    comeBack: async (primary) => primary.start(),
  },
  {
    name: "dies while no other is in step: none is promoted until it is back",
    long: true,
    returns: true,
    happen: async (cluster, primary) => {
      const others = cluster.nodes.filter((node) => node !== primary);
      for (const other of others) await other.kill();
      // It goes on alone, and its acknowledged work is nowhere else.
      await sleep(12_000);
      await primary.kill();
      for (const other of others) other.start();
      // Longer than a promotion takes.
      await sleep(30_000);
      for (const other of others)
        if (await other.isPrimary()) throw new Error(`${other.name} was promoted with too little`);
      primary.start();
    },
    comeBack: soon,
  },
];
