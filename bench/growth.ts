// npm run bench -- growth: what each hot path costs with 1,000 users and with 1,000,000, and by which plans.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "@/tools/build/build.mjs";
import type { Growth, PathCost } from "./support/growth-at";

const SMALL = { TENANTS: "10", USERS: "1000" };
const LARGE = {
  TENANTS: process.env.BENCH_TENANTS ?? "10000",
  USERS: process.env.BENCH_USERS ?? "1000000",
};

export interface GrowthReport {
  rows: { name: string; small: PathCost; large: PathCost; ratio: number }[];
  plans: Growth["plans"];
}

/** Measures at both sizes and prints them side by side. */
export async function run(): Promise<GrowthReport> {
  await build();
  const small = await at(SMALL);
  const large = await at({ ...LARGE, PLANS: "1" });
  const rows = small.costs.map((cost, at) => {
    const other = large.costs[at];
    if (other?.name !== cost.name) throw new Error(`No figure of ${cost.name} at the large size`);
    const ratio = (other.webMs + other.postgresMs) / (cost.webMs + cost.postgresMs);
    return { name: cost.name, small: cost, large: other, ratio };
  });
  console.log("\nms of CPU a request: web + PostgreSQL");
  for (const { name, small: from, large: to, ratio } of rows)
    console.log(`  ${name.padEnd(18)} ${show(from)} → ${show(to)}   ratio ${ratio.toFixed(2)}`);
  return { rows, plans: large.plans };
}

const show = ({ webMs, postgresMs }: PathCost) =>
  `${webMs.toFixed(2)} + ${postgresMs.toFixed(2)}`.padStart(13);

/** In a process of its own, because `lib` reads its environment once. */
async function at(size: Record<string, string>): Promise<Growth> {
  console.log(`${size.USERS} users in ${size.TENANTS} tenants`);
  const file = join(import.meta.dirname, "support/growth-at.ts");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", file],
    { env: { ...process.env, ...size }, maxBuffer: 64 * 1024 * 1024 },
  );
  process.stdout.write(stderr);
  return JSON.parse(stdout);
}
