// Run as a process: fills a database (TENANTS, USERS in the environment), then prints as JSON what each hot
// path costs in CPU a request, in the web process and in PostgreSQL; with PLANS=1 also its statements and
// their plans.
import type { BenchPlace } from "./bench-place";
import { fillDatabase } from "./grown-database";
import type { HotPath } from "./hot-paths";
import { median } from "./load";
import { pathRound, preparedCalls, type RequestCost, sendCalls } from "./path-rounds";
import { explained, explaining, type StatementPlan } from "./plans";
import { postmaster } from "./postmaster";
import { startService } from "./running-service";

export interface PathCost extends RequestCost {
  name: string;
}

export interface Growth {
  costs: PathCost[];
  plans: Record<string, StatementPlan[]>;
}

const [WARM_UP, ROUNDS, REQUESTS, PLACES] = [2, 5, 120, 10];

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
  const startedAt = performance.now();
  await fillDatabase(service.adminUrl, {
    tenants: Number(process.env.TENANTS),
    users: Number(process.env.USERS),
    measured: places.map(({ tenant }) => tenant.environmentId),
  });
  console.error(`  filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const done: Growth = { costs: [], plans: {} };
  for (const path of hotPaths) done.costs.push(await cost(path, places, postgres));
  if (process.env.PLANS)
    for (const path of hotPaths) {
      const calls = await preparedCalls(path, places, PLACES);
      done.plans[path.name] = await explaining(service.adminUrl, async () => {
        await sendCalls(path, calls);
        return calls.length;
      });
    }
  return done;
}

/** Medians over rounds; the first ones warm up and do not count. */
async function cost(path: HotPath, places: BenchPlace[], postgres: number): Promise<PathCost> {
  const rounds: RequestCost[] = [];
  while (rounds.length < WARM_UP + ROUNDS)
    rounds.push(await pathRound(path, places, REQUESTS, { web: service.pid, postgres }));
  const counted = rounds.slice(WARM_UP);
  return {
    name: path.name,
    webMs: median(counted.map(({ webMs }) => webMs)),
    postgresMs: median(counted.map(({ postgresMs }) => postgresMs)),
  };
}
