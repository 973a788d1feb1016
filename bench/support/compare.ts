import { cpuSeconds, machineSeconds } from "./cpu";
import { median } from "./load";
import { memory, resetPeak, treeOf } from "./memory";
import { rate } from "./table";

const ROUNDS = 5;
const SECONDS = 4;

export interface Contender {
  name: string;
  /** Runs one round, and returns the work done per second. */
  round(seconds: number): Promise<number>;
  /** The root of the processes that do the work; without it their CPU and memory are not counted. */
  pid?: number;
}

/** Results of a round. */
interface Round {
  perSecond: number;
  /** Milliseconds of CPU per unit of work, which is seconds per thousand. */
  cpuMs: number | null;
  /** Number of busy cores, over its own processes, PostgreSQL and the load generator. */
  busyCores: number;
}

/** Columns of a comparison's rows. */
export const COLUMNS = [
  ...["Work", "a second", "s of CPU a thousand", "MiB at most", "cores busy", "ratio"],
];

/** Runs two contenders in turn, so that other load on the machine affects both.
 *  @returns a row of each: medians of the rounds, the peak memory of its processes in any of them, and the
 *  ratio of the first to the second */
export async function compare(
  title: string,
  ours: Contender,
  limit: Contender,
  { warmUpSeconds = SECONDS } = {},
): Promise<string[][]> {
  console.log(title);
  const pair = [ours, limit].map((contender) => ({ ...contender, rounds: [] as Round[] }));
  for (const { round } of pair) await round(warmUpSeconds);
  for (const { pid } of pair) if (pid !== undefined) treeOf(pid).forEach(resetPeak);
  for (let count = 0; count < ROUNDS; count++)
    for (const one of pair) one.rounds.push(await measured(one));
  const of = (at: number) => median(pair[at]?.rounds.map(({ perSecond }) => perSecond) ?? []);
  return pair.map(({ name, pid, rounds }, at) => {
    const cpu = rounds.flatMap(({ cpuMs }) => cpuMs ?? []);
    return [
      at === 0 ? `${title}<br>${name}` : name,
      rate(of(at)),
      cpu.length > 0 ? median(cpu).toFixed(2) : "",
      pid === undefined ? "" : peakOf(pid).toFixed(0),
      median(rounds.map(({ busyCores }) => busyCores)).toFixed(2),
      at === 0 ? `**${(of(0) / of(1)).toFixed(2)}**` : "",
    ];
  });
}

async function measured({ round, pid }: Contender): Promise<Round> {
  const cpuOf = () => (pid === undefined ? 0 : cpuSeconds(pid));
  const [before, machineBefore, startedAt] = [cpuOf(), machineSeconds(), performance.now()];
  const perSecond = await round(SECONDS);
  const elapsed = (performance.now() - startedAt) / 1000;
  const cpuMs = pid === undefined ? null : ((cpuOf() - before) * 1000) / (perSecond * SECONDS);
  return { perSecond, cpuMs, busyCores: (machineSeconds() - machineBefore) / elapsed };
}

const peakOf = (pid: number) => treeOf(pid).reduce((sum, one) => sum + memory(one).peak, 0);
