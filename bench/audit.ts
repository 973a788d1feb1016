// npm run bench -- audit: the cost of the log of audit events. CPU of a request that writes an event, with
// and without a worker that adds events to the log (the bar is 5 % more), CPU of the worker for each event,
// and the duration of a proof; and the time to add events to a log and to verify them (audit-verification.ts,
// a process of its own).
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type LogCost, logCost } from "./support/log-cost";

/** Writes, fills a log and verifies it. */
export async function run(): Promise<LogCost> {
  const cost = await logCost();
  for (const { name, without, postgres, beside, sequencing } of cost.writing)
    console.log(
      `${name.padEnd(16)} ${without.toFixed(3)} ms of CPU, and ${postgres.toFixed(3)} of PostgreSQL; ${beside.toFixed(3)} beside a worker (${(beside / without).toFixed(3)}); the worker and PostgreSQL ${sequencing.toFixed(3)} an event`,
    );
  console.log(`a proof of one of ${cost.events} events   ${cost.proofMs.toFixed(2)} ms\n`);
  const { BENCH_RESULT: _, ...env } = process.env;
  const file = join(import.meta.dirname, "run.ts");
  execFileSync(process.execPath, ["--import", "tsx", file, "audit-verification"], {
    env,
    stdio: "inherit",
  });
  return cost;
}
