// npm run bench -- audit-verification: the time to add BENCH_EVENTS events to a log (default a million; the
// bar is 5,000 a second) and to verify them, as stored and as exported (the bar is a minute for a million),
// and the memory it takes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownDatabase } from "./support/own-database";
import { table } from "./support/table";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);

/** Fills a log and verifies it. PostgreSQL has the same two cores. */
export async function run(): Promise<string> {
  const database = await ownDatabase();
  const folder = await mkdtemp(join(tmpdir(), "atrium-bench-audit-"));
  try {
    const { verifyLog } = await import("./support/verified-log");
    const rows = (await verifyLog(EVENTS, join(folder, "log.jsonl"))).map(
      ({ name, seconds, cpuSeconds, peakMiB }) => [
        ...[name, seconds.toFixed(1), Math.round(EVENTS / seconds).toString()],
        ...[cpuSeconds.toFixed(1), peakMiB.toFixed(0)],
      ],
    );
    return table([`${EVENTS} events`, "s", "events a second", "s of CPU", "MiB at most"], rows);
  } finally {
    await rm(folder, { recursive: true });
    await database.stop();
  }
}
