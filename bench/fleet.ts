// npm run bench -- fleet: two, four and eight servers on one database, each a process of its own with its own
// port. The delay until a change by one process takes effect on all others (the bar is a second), the cost of
// a request for PostgreSQL as servers are added, each with the same load (the bar is 1.1 at eight) or all
// with the same sum, and the number of connections of all servers together.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { cpuSeconds } from "./support/cpu";
import { type ChangeLateness, fleetChanges } from "./support/fleet-changes";
import { type FleetLoad, fleetLoads, fleetRound } from "./support/fleet-load";
import { median } from "./support/load";
import { postmaster } from "./support/postmaster";
import { startService } from "./support/running-service";

const SIZES = [1, 2, 4, 8];
const MOST = 8;
const [ROUNDS, SECONDS, WARM_UP_SECONDS, IDLE_SECONDS] = [5, 3, 2, 5];

/** Milliseconds of PostgreSQL's CPU per request, by the number of servers that share the load. */
export interface FleetCost {
  kind: string;
  /** Requests a second of all servers together; 0 is as many as they answer. */
  aSecond: number;
  postgresMs: Record<number, number>;
  /** Of each size and one server: the median of the ratios of rounds that followed each other. */
  ratio: Record<number, number>;
}

export interface FleetReport {
  lateness: { servers: number; changes: ChangeLateness[] }[];
  costs: FleetCost[];
  /** PostgreSQL's milliseconds of CPU a second while the eight servers get no requests. */
  idleMs: number;
  /** The most connections that were open to eight servers, and the most that eight may take. */
  connections: number;
  mostConnections: number;
}

/** Measures and prints. */
export async function run(): Promise<FleetReport> {
  const service = await startService({ ATRIUM_SERVE: "api" });
  const addresses = [service.baseUrl];
  const stops: (() => Promise<void>)[] = [];
  try {
    while (addresses.length < MOST) {
      const server = await service.another();
      stops.push(server.stop);
      addresses.push(server.baseUrl);
    }
    return await measured(service.adminUrl, addresses);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await service.stop();
  }
}

async function measured(adminUrl: string, addresses: readonly string[]): Promise<FleetReport> {
  const { aBenchPlace } = await import("./support/bench-place");
  const { connectionCounts } = await import("@/lib/kernel/db/connection-counts");
  const { config } = await import("@/lib/kernel/config/config");
  const lateness: FleetReport["lateness"] = [];
  for (const servers of SIZES.slice(1)) {
    const changes = await fleetChanges(addresses.slice(0, servers));
    lateness.push({ servers, changes });
    for (const { change, median: middle, worst } of changes)
      console.log(
        `${servers} servers: ${change.padEnd(34)} ${middle.toFixed(0)} ms late, ${worst.toFixed(0)} at worst`,
      );
  }
  const postgres = await postmaster(adminUrl);
  const place = await aBenchPlace(addresses[0] ?? "", 16);
  const costs: FleetCost[] = [];
  for (const [kind, load] of Object.entries(fleetLoads(place)))
    costs.push(await costOf(kind, load, addresses, postgres));
  const connections = await connectionsOf(adminUrl);
  const before = cpuSeconds(postgres);
  await sleep(IDLE_SECONDS * 1000);
  const idleMs = ((cpuSeconds(postgres) - before) * 1000) / IDLE_SECONDS;
  const { server } = connectionCounts({ ...config(), processes: 1, worker: "none" });
  const mostConnections = MOST * server;
  console.log(`idle: ${idleMs.toFixed(1)} ms of CPU a second for eight servers`);
  console.log(`connections: ${connections} open, ${mostConnections} at the most`);
  return { lateness, costs, idleMs, connections, mostConnections };
}

/** Rounds of all sizes in turn, so that other load on the machine affects all of them. */
async function costOf(
  kind: string,
  load: FleetLoad,
  addresses: readonly string[],
  postgres: number,
): Promise<FleetCost> {
  const rounds: Map<number, number>[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const costs = new Map<number, number>();
    for (const servers of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
      const before = cpuSeconds(postgres);
      const seconds = round < 0 ? WARM_UP_SECONDS : SECONDS;
      const requests = await fleetRound(load, addresses.slice(0, servers), seconds);
      costs.set(servers, ((cpuSeconds(postgres) - before) * 1000) / requests);
    }
    if (round >= 0) rounds.push(costs);
  }
  const middle = (of: (costs: Map<number, number>) => number) => median(rounds.map(of));
  const bySize = (of: (costs: Map<number, number>, servers: number) => number) =>
    Object.fromEntries(SIZES.map((servers) => [servers, middle((costs) => of(costs, servers))]));
  const at = (costs: Map<number, number>, servers: number) => costs.get(servers) ?? 0;
  const postgresMs = bySize(at);
  const ratio = bySize((costs, servers) => at(costs, servers) / at(costs, 1));
  const shown = SIZES.map(
    (servers) => `${servers}: ${postgresMs[servers]?.toFixed(3)} (${ratio[servers]?.toFixed(2)})`,
  );
  console.log(`${kind.padEnd(44)} ms of PostgreSQL a request, by servers: ${shown.join("  ")}`);
  return { kind, aSecond: load.aSecond ?? 0, postgresMs, ratio };
}

async function connectionsOf(adminUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'atrium_web' AND application_name LIKE 'atrium/%'",
    );
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}
