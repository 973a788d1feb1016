// npm run bench -- audit: what the log of audit events costs. How much CPU a request that writes an event uses with and without a
// worker that takes events into the log, and what the worker uses for each (the bar is 5 %); how long a proof takes; and how long
// it takes to take BENCH_EVENTS events into a log (a million unless told otherwise; the bar is 5,000 a second) and to verify them, as
// they are stored and as an export (the bar is a minute for a million), and what memory it takes.
import { type LogCost, logCost } from "./support/log-cost";
import { type LogTimes, verifiedLog } from "./support/verified-log";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);

export interface AuditReport {
  cost: LogCost;
  verification: LogTimes;
}

/** Writes, fills a log and verifies it. */
export async function run(): Promise<AuditReport> {
  const cost = await logCost();
  for (const { name, without, beside, sequencing } of cost.writing)
    console.log(
      `${name.padEnd(16)} ${without.toFixed(3)} ms of CPU, ${beside.toFixed(3)} beside a worker (${(beside / without).toFixed(3)}); the worker ${sequencing.toFixed(3)} an event (${((sequencing / without) * 100).toFixed(1)} %)`,
    );
  console.log(`a proof of one of ${cost.events} events   ${cost.proofMs.toFixed(2)} ms\n`);
  const verification = await verifiedLog(EVENTS);
  const { sequenced, stored, exported, offline } = verification;
  console.log(`${verification.events} events`);
  for (const [what, { seconds, cpuSeconds, peakMiB }] of Object.entries({
    "taken into the log": sequenced,
    "verified as stored": stored,
    "exported with proof": exported,
    "verified as an export": offline,
  }))
    console.log(
      `  ${what.padEnd(22)} ${seconds.toFixed(1).padStart(7)} s   ${Math.round(verification.events / seconds)} events/s   ${cpuSeconds.toFixed(1)} s of CPU   at most ${peakMiB.toFixed(0)} MiB`,
    );
  return { cost, verification };
}
