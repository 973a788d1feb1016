// Run as a process: fills a database (TENANTS, USERS in the environment; with EVENTS and SESSIONS a past as well), then prints as JSON what each hot path costs
// in CPU a request, in the web process and in PostgreSQL; with PLANS=1 also its statements and their plans.
import type { BenchPlace } from "./bench-place";
import { cpuSeconds } from "./cpu";
import { fillDatabase } from "./grown-database";
import { fillHistory } from "./history";
import type { Call, HotPath } from "./hot-paths";
import { median } from "./load";
import { explained, explaining, type StatementPlan } from "./plans";
import { postmaster } from "./postmaster";
import { startService } from "./running-service";

export interface PathCost {
  name: string;
  /** Milliseconds of CPU a request. */
  webMs: number;
  postgresMs: number;
}

export interface Growth {
  costs: PathCost[];
  plans: Record<string, StatementPlan[]>;
}

const [WARM_UP, ROUNDS, REQUESTS, PLACES, AT_ONCE] = [
  2,
  5,
  Number(process.env.BENCH_REQUESTS ?? 120),
  10,
  8,
];

const service = await startService({}, explained);
const result = await measure().finally(() => service.stop());
console.log(JSON.stringify(result));
process.exit(0);

async function measure(): Promise<Growth> {
  const { aBenchPlace } = await import("./bench-place");
  const { hotPaths } = await import("./hot-paths");
  const postgres = await postmaster(service.adminUrl);
  const places: BenchPlace[] = [];
  while (places.length < PLACES) places.push(await aBenchPlace(service.baseUrl));
  const begun = performance.now();
  await fillDatabase(service.adminUrl, {
    tenants: Number(process.env.TENANTS),
    users: Number(process.env.USERS),
    measured: places.map(({ tenant }) => tenant.environmentId),
  });
  if (process.env.EVENTS)
    await fillHistory(
      service.adminUrl,
      { events: Number(process.env.EVENTS), sessions: Number(process.env.SESSIONS) },
      places.map(({ tenant }) => tenant.environmentId),
    );
  console.error(`  filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const done: Growth = { costs: [], plans: {} };
  for (const path of hotPaths) done.costs.push(await cost(path, places, postgres));
  if (process.env.PLANS)
    for (const path of hotPaths) {
      const calls = await prepared(path, places, PLACES);
      done.plans[path.name] = await explaining(service.adminUrl, async () => {
        await send(path, calls);
        return calls.length;
      });
    }
  return done;
}

/** Medians over rounds; the first ones warm up and do not count. */
async function cost(path: HotPath, places: BenchPlace[], postgres: number): Promise<PathCost> {
  const rounds: { web: number; postgres: number }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const calls = await prepared(path, places, REQUESTS * (path.times ?? 1));
    const before = [cpuSeconds(service.pid), cpuSeconds(postgres)] as const;
    await send(path, calls);
    const each = (pid: number, since: number) => ((cpuSeconds(pid) - since) * 1000) / calls.length;
    rounds.push({ web: each(service.pid, before[0]), postgres: each(postgres, before[1]) });
  }
  const counted = rounds.slice(WARM_UP);
  return {
    name: path.name,
    webMs: median(counted.map(({ web }) => web)),
    postgresMs: median(counted.map((round) => round.postgres)),
  };
}

/** Requests to all places in turn. */
async function prepared(path: HotPath, places: BenchPlace[], count: number): Promise<Call[]> {
  const each = await Promise.all(
    places.map((place) => path.prepare(place, Math.ceil(count / PLACES))),
  );
  return each[0]?.flatMap((_, at) => each.flatMap((calls) => calls[at] ?? [])) ?? [];
}

async function send(path: HotPath, calls: readonly Call[]): Promise<void> {
  const waiting = [...calls];
  const sender = async () => {
    for (let call = waiting.pop(); call; call = waiting.pop()) {
      const response = await fetch(call.url, call.init);
      const text = await response.text();
      if (response.status !== path.status)
        throw new Error(`${path.name} was answered ${response.status}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}
