// npm run bench -- audit-verification: the time to add BENCH_EVENTS events to a log (default a million; the
// bar is 5,000 a second) and to verify them, as stored and as exported (the bar is a minute for a million),
// and the memory it takes.
import { type LogTimes, verifiedLog } from "./support/verified-log";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);

/** Fills a log and verifies it. */
export async function run(): Promise<LogTimes> {
  const times = await verifiedLog(EVENTS);
  const { sequenced, stored, exported, offline } = times;
  console.log(`${times.events} events`);
  for (const [what, { seconds, cpuSeconds, peakMiB }] of Object.entries({
    "taken into the log": sequenced,
    "verified as stored": stored,
    "exported with proof": exported,
    "verified as an export": offline,
  }))
    console.log(
      `  ${what.padEnd(22)} ${seconds.toFixed(1).padStart(7)} s   ${Math.round(times.events / seconds)} events/s   ${cpuSeconds.toFixed(1)} s of CPU   at most ${peakMiB.toFixed(0)} MiB`,
    );
  return times;
}
