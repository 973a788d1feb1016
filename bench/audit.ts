// npm run bench -- audit: how long verifying a log of BENCH_EVENTS events takes (a million unless told otherwise), as it is stored and as
// an export, and what memory it takes. The bar is a minute for a million.
import { type LogTimes, verifiedLog } from "./support/verified-log";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);

export interface AuditReport {
  verification: LogTimes;
}

/** Fills a log and verifies it. */
export async function run(): Promise<AuditReport> {
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
  return { verification };
}
