import type { BenchPlace } from "./bench-place";
import { cpuSeconds } from "./cpu";
import type { Call, HotPath } from "./hot-paths";

/** Cost of a request in milliseconds of CPU. */
export interface RequestCost {
  webMs: number;
  postgresMs: number;
}

/** Process ids whose CPU is counted: the root of the web processes, and PostgreSQL's. */
export interface Measured {
  web: number;
  postgres: number;
}

const [AT_ONCE, UNCOUNTED] = [8, 40];

/** Runs one round of a path: prepares its requests, which does not count, and sends them, which does.
 *  @param count how many requests, times the path's factor */
export async function pathRound(
  path: HotPath,
  places: readonly BenchPlace[],
  count: number,
  { web, postgres }: Measured,
): Promise<RequestCost> {
  const all = await preparedCalls(path, places, count * (path.times ?? 1) + UNCOUNTED);
  // The first requests don't count: they reopen connections that were closed while another service was
  // measured, and prepare their statements.
  const calls = all.slice(UNCOUNTED);
  await sendCalls(path, all.slice(0, UNCOUNTED));
  const before = [cpuSeconds(web), cpuSeconds(postgres)] as const;
  await sendCalls(path, calls);
  const each = (pid: number, since: number) => ((cpuSeconds(pid) - since) * 1000) / calls.length;
  return { webMs: each(web, before[0]), postgresMs: each(postgres, before[1]) };
}

/** Requests to all places in turn. */
export async function preparedCalls(
  path: HotPath,
  places: readonly BenchPlace[],
  count: number,
): Promise<Call[]> {
  const each = await Promise.all(
    places.map((place) => path.prepare(place, Math.ceil(count / places.length))),
  );
  return each[0]?.flatMap((_, at) => each.flatMap((calls) => calls[at] ?? [])) ?? [];
}

/** Sends requests, eight at a time.
 *  @throws Error when one has another status than the path's */
export async function sendCalls(path: HotPath, calls: readonly Call[]): Promise<void> {
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
