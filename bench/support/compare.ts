import { cpuSeconds, machineSeconds } from "./cpu";
import { median } from "./load";
import { memory, resetPeak, treeOf } from "./memory";

export interface Contender {
  name: string;
  /** Runs one round, and returns the work done per second. */
  round(seconds: number): Promise<number>;
  /** The root of the processes that do the work; without it their CPU and memory are not counted. */
  pid?: number;
}

/** Results of a contender: medians of the rounds, and the peak memory of its processes in any of them. */
export interface Figure {
  name: string;
  perSecond: number;
  /** Milliseconds of CPU per unit of work, which is seconds per thousand. */
  cpuMs: number | null;
  peakMiB: number | null;
  /** Number of busy cores, over its own processes, PostgreSQL and the load generator. */
  busyCores: number;
}

/** Results of two contenders in one run. */
export interface Comparison {
  title: string;
  ours: Figure;
  limit: Figure;
  ratio: number;
  /** CPU per unit of work: the median of the ratios of successive rounds, so that drifts of the machine
   *  cancel out. */
  cpuRatio: number | null;
}

/** Runs two contenders in turn, so that other load on the machine affects both, and prints their medians and
 *  the ratio of the first to the second. */
export async function compare(
  title: string,
  ours: Contender,
  limit: Contender,
  { rounds = 5, seconds = 4, warmUpSeconds = 4 } = {},
): Promise<Comparison> {
  const results = { ours: [] as Round[], limit: [] as Round[] };
  await ours.round(warmUpSeconds);
  await limit.round(warmUpSeconds);
  for (const { pid } of [ours, limit]) if (pid !== undefined) treeOf(pid).forEach(resetPeak);
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await measured(ours, seconds));
    results.limit.push(await measured(limit, seconds));
  }
  const summary = {
    title,
    ours: { name: ours.name, ...medians(results.ours), peakMiB: peakOf(ours) },
    limit: { name: limit.name, ...medians(results.limit), peakMiB: peakOf(limit) },
  };
  const ratio = summary.ours.perSecond / summary.limit.perSecond;
  console.log(`\n${title}`);
  print(summary.ours, results.ours);
  print(summary.limit, results.limit);
  console.log(`  ratio ${ratio.toFixed(2)}`);
  return { ...summary, ratio, cpuRatio: pairedRatio(results.ours, results.limit) };
}

type Round = Pick<Figure, "perSecond" | "cpuMs" | "busyCores">;

async function measured({ round, pid }: Contender, seconds: number): Promise<Round> {
  const cpuOf = () => (pid === undefined ? 0 : cpuSeconds(pid));
  const [before, machineBefore, startedAt] = [cpuOf(), machineSeconds(), performance.now()];
  const perSecond = await round(seconds);
  const elapsed = (performance.now() - startedAt) / 1000;
  const cpuMs = pid === undefined ? null : ((cpuOf() - before) * 1000) / (perSecond * seconds);
  return { perSecond, cpuMs, busyCores: (machineSeconds() - machineBefore) / elapsed };
}

function medians(rounds: readonly Round[]): Round {
  const cpu = rounds.flatMap(({ cpuMs }) => cpuMs ?? []);
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    cpuMs: cpu.length > 0 ? median(cpu) : null,
    busyCores: median(rounds.map((round) => round.busyCores)),
  };
}

function pairedRatio(ours: readonly Round[], limit: readonly Round[]): number | null {
  const ratios = ours.flatMap(({ cpuMs }, at) => {
    const beside = limit[at]?.cpuMs;
    return cpuMs !== null && beside ? cpuMs / beside : [];
  });
  return ratios.length > 0 ? median(ratios) : null;
}

function peakOf({ pid }: Contender): number | null {
  if (pid === undefined) return null;
  return treeOf(pid).reduce((sum, one) => sum + memory(one).peak, 0);
}

function print(summary: Figure, rounds: readonly Round[]): void {
  const cpu = summary.cpuMs === null ? "" : `${summary.cpuMs.toFixed(3)} ms CPU   `;
  const all = rounds.map(({ perSecond }) => format(perSecond)).join(" ");
  console.log(
    `  ${summary.name.padEnd(48)} ${format(summary.perSecond)}/s   ${cpu}${summary.busyCores.toFixed(2)} cores busy   rounds ${all}`,
  );
}

/** A rate as it is shown: whole where that is exact enough. */
export const format = (value: number) =>
  value >= 100 ? Math.round(value).toString() : value.toFixed(1);
