// Run as a process by login-flood.ts: a steady trickle of requests, so that what is measured is waiting and not
// throughput. Prints a Waiting as JSON.
import { median } from "./load";

export interface Waiting {
  median: number;
  p99: number;
  failed: number;
}

const READS_A_SECOND = 50;

const url = process.env.READ_URL ?? "";
const headers = JSON.parse(process.env.READ_HEADERS ?? "{}") as Record<string, string>;
const count = Number(process.env.READ_SECONDS) * READS_A_SECOND;
const waits: number[] = [];
let failed = 0;

const one = async (counts: boolean) => {
  const begun = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) failed += 1;
  else if (counts) waits.push(performance.now() - begun);
};

// Connections and code are there before anything is counted.
await Promise.all(Array.from({ length: 8 }, () => one(false)));
const sent: Promise<void>[] = [];
// Sent by the clock, whatever is still waiting: who waits for answers measures too few slow ones.
for (let number = 0; number < count; number++) {
  sent.push(one(true));
  await new Promise((resolve) => setTimeout(resolve, 1000 / READS_A_SECOND));
}
await Promise.all(sent);
const sorted = waits.sort((a, b) => a - b);
const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
const result: Waiting = { median: median(sorted), p99, failed };
console.log(JSON.stringify(result));
process.exit(0);
