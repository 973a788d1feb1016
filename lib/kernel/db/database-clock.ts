import { placedMoment } from "@/lib/kernel/clock";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

// No two machines' clocks agree, and servers that share a database share the times in it: the end of a
// session and the start of a signing key have to be the same moment for all of them. PostgreSQL's clock is
// the one they have in common.

/** Returns PostgreSQL's time, unless a test has set another. */
export async function databaseNow(): Promise<Date> {
  return placedMoment() ?? new Date(await askTime());
}

/** Milliseconds to add to this machine's time to get PostgreSQL's. Never less than that: the round trip is
 *  included, so that times from PostgreSQL are never in the future. */
export async function databaseOffsetMs(): Promise<number> {
  const before = Date.now();
  return (await askTime()) - before;
}

/** Seconds by which this machine's clock is ahead of PostgreSQL's; negative when it is behind, 0 when the
 *  difference may be the round trip. */
export async function secondsAhead(): Promise<number> {
  const before = Date.now();
  const database = await askTime();
  const after = Date.now();
  if (before > database) return (before - database) / 1000;
  return after < database ? (after - database) / 1000 : 0;
}

async function askTime(): Promise<number> {
  const row = await unscoped.first(
    read<{ ms: number }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  );
  if (!row) throw new Error("PostgreSQL does not know the time");
  return row.ms;
}
