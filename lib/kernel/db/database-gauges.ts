import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { withinDeadline } from "@/lib/kernel/process/deadline";
import type { Figure } from "@/lib/kernel/process/metrics";
import { registerGauge } from "@/lib/kernel/process/metrics";

/** Several scrapers within this time share one read of the database. */
const CACHED_MS = 15_000;

/** Gauges of values that are read from the database together, only for a scrape, by one process for the whole
 *  server. */
export function databaseGauges<Signals>(read: () => Promise<Signals>) {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Signals | null> = Promise.resolve(null);

  /** Returns the values, at most 15 seconds old; null when the database does not answer in time. */
  function signals(): Promise<Signals | null> {
    if (performance.now() - readAt < CACHED_MS) return reading;
    readAt = performance.now();
    reading = withinDeadline(databaseDeadlines().readyMs, read()).catch(() => null);
    return reading;
  }

  /** Registers a gauge. While the database is unreachable it has no figure, rather than an old one. */
  function gauge(name: string, help: string, figures: (signals: Signals) => Figure[]): void {
    const current = async () => {
      const found = await signals();
      return found ? figures(found) : [];
    };
    registerGauge(name, help, current, "max");
  }

  return { signals, gauge };
}
