// npm run bench -- retention: the cost of each hot path with an empty history, and with a year of events and
// sessions (BENCH_EVENTS, BENCH_SESSIONS) in partitions, and the duration of logins while old partitions are
// dropped. The bar is 1.1. Two services, each on a PostgreSQL of its own, get requests in turn.
import { build } from "@/tools/build/build.mjs";
import type { Dropped, LoginTimes } from "./support/drop-past";
import { median } from "./support/load";
import { type OpenedPartitions, openedPartitions } from "./support/opened-partitions";
import type { RequestCost } from "./support/path-rounds";
import { type RunningPaths, runningPaths } from "./support/running-paths";

const PEOPLE = { TENANTS: "20", USERS: "2000" };
const PAST = {
  EVENTS: process.env.BENCH_EVENTS ?? "20000000",
  SESSIONS: process.env.BENCH_SESSIONS ?? "2000000",
};
const [WARM_UP, ROUNDS, REQUESTS] = [2, Number(process.env.BENCH_ROUNDS ?? 9), 120];
const ALL_PATHS = [
  ...["machine token", "login preflight", "session exchange", "me", "user token"],
  ...["session validate", "authorize", "code exchange", "refresh"],
];

/** All of them, unless some are named. */
const PATHS = process.env.BENCH_PATHS?.split(",") ?? ALL_PATHS;

export interface PastRow {
  name: string;
  without: RequestCost;
  with: RequestCost;
  /** Of everything, and of PostgreSQL's part: medians of the ratios of rounds that followed each other. */
  ratio: number;
  postgresRatio: number;
}

export interface RetentionReport {
  events: number;
  sessions: number;
  rows: PastRow[];
  opened: OpenedPartitions[];
  dropped: Dropped;
}

/** Measures both and prints them side by side. */
export async function run(): Promise<RetentionReport> {
  await build();
  console.log(`Filling: ${PAST.EVENTS} events and ${PAST.SESSIONS} sessions`);
  const none = await runningPaths(PEOPLE);
  const past = await runningPaths({ ...PEOPLE, ...PAST }).catch(async (error) => {
    await none.stop();
    throw error;
  });
  try {
    return await measured(none, past);
  } finally {
    await Promise.all([none.stop(), past.stop()]);
  }
}

async function measured(none: RunningPaths, past: RunningPaths): Promise<RetentionReport> {
  for (const service of [none, past]) await service.settle();
  console.log("ms of CPU a request: web + PostgreSQL, without a past and with it");
  const rows: PastRow[] = [];
  for (const name of PATHS) {
    const row = await comparedPath(name, none, past);
    console.log(
      `  ${name.padEnd(18)} ${show(row.without)} → ${show(row.with)}   ratio ${row.ratio.toFixed(2)}, PostgreSQL's ${row.postgresRatio.toFixed(2)}`,
    );
    rows.push(row);
  }
  const opened = await openedPartitions(PATHS, past);
  for (const { path, table, most, statement } of opened) {
    console.log(`  ${path}: a statement opens ${most} partitions of ${table} at most`);
    if (most > 1) console.log(`    ${statement}`);
  }
  const dropped = await past.drop();
  console.log(`Logins, ms: median, p99, worst`);
  for (const [when, times] of Object.entries({
    "in peace": dropped.inPeace,
    [`while ${dropped.partitions} partitions are dropped`]: dropped.meanwhile,
  }))
    console.log(`  ${when.padEnd(36)} ${showTimes(times)}`);
  return {
    ...{ events: Number(PAST.EVENTS), sessions: Number(PAST.SESSIONS) },
    ...{ rows, opened, dropped },
  };
}

/** Rounds in turn, the one and the other first. */
async function comparedPath(
  name: string,
  none: RunningPaths,
  past: RunningPaths,
): Promise<PastRow> {
  const pairs: { without: RequestCost; with: RequestCost }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const inTurn = round % 2 === 0 ? [none, past] : [past, none];
    const costs = new Map<RunningPaths, RequestCost>();
    for (const service of inTurn) costs.set(service, await service.round(name, REQUESTS));
    pairs.push({
      without: costs.get(none) as RequestCost,
      with: costs.get(past) as RequestCost,
    });
  }
  const counted = pairs.slice(WARM_UP);
  const all = ({ webMs, postgresMs }: RequestCost) => webMs + postgresMs;
  const middle = (side: "without" | "with"): RequestCost => ({
    webMs: median(counted.map((pair) => pair[side].webMs)),
    postgresMs: median(counted.map((pair) => pair[side].postgresMs)),
  });
  return {
    name,
    without: middle("without"),
    with: middle("with"),
    ratio: median(counted.map((pair) => all(pair.with) / all(pair.without))),
    postgresRatio: median(counted.map((pair) => pair.with.postgresMs / pair.without.postgresMs)),
  };
}

const show = ({ webMs, postgresMs }: RequestCost) =>
  `${webMs.toFixed(2)} + ${postgresMs.toFixed(3)}`.padStart(14);
const showTimes = ({ logins, ...times }: LoginTimes) =>
  `${times.median.toFixed(1)}, ${times.p99.toFixed(1)}, ${times.worst.toFixed(1)} of ${logins}`;
