// npm run bench -- retention: what each hot path costs with no past, and with the events and sessions of a year behind it
// (BENCH_EVENTS, BENCH_SESSIONS), in partitions. The bar is 1.1.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "@/scripts/build.mjs";
import type { Growth, PathCost } from "./support/growth-at";

const PEOPLE = { TENANTS: "20", USERS: "2000" };
const PAST = {
  EVENTS: process.env.BENCH_EVENTS ?? "20000000",
  SESSIONS: process.env.BENCH_SESSIONS ?? "2000000",
};

export interface RetentionReport {
  rows: { name: string; without: PathCost; with: PathCost; ratio: number }[];
}

/** Measures both and prints them side by side. */
export async function run(): Promise<RetentionReport> {
  await build();
  const without = await at(PEOPLE, "no past");
  const past = await at({ ...PEOPLE, ...PAST }, `${PAST.EVENTS} events, ${PAST.SESSIONS} sessions`);
  const rows = without.costs.map((cost, number) => {
    const other = past.costs[number];
    if (other?.name !== cost.name) throw new Error(`No figure of ${cost.name} with a past`);
    const ratio = (other.webMs + other.postgresMs) / (cost.webMs + cost.postgresMs);
    return { name: cost.name, without: cost, with: other, ratio };
  });
  console.log("\nms of CPU a request: web + PostgreSQL, without a past and with it");
  for (const { name, without: from, with: to, ratio } of rows)
    console.log(`  ${name.padEnd(18)} ${show(from)} → ${show(to)}   ratio ${ratio.toFixed(2)}`);
  return { rows };
}

const show = ({ webMs, postgresMs }: PathCost) =>
  `${webMs.toFixed(2)} + ${postgresMs.toFixed(2)}`.padStart(13);

/** In a process of its own, because `lib` reads its environment once. */
async function at(size: Record<string, string>, what: string): Promise<Growth> {
  console.log(what);
  const file = join(import.meta.dirname, "support/growth-at.ts");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", file],
    { env: { ...process.env, ...size }, maxBuffer: 64 * 1024 * 1024 },
  );
  process.stdout.write(stderr);
  return JSON.parse(stdout);
}
