import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { singleton } from "@/lib/process/singleton";

/** Milliseconds between two samples of the event loop's delay. Each wakes the process: at the library's 10 ms an idle
 *  process takes half a percent of a core for it, and a process that nobody asks takes none. */
const EVENT_LOOP_SAMPLE_MS = 200;

/** What one web process or worker counts about itself, in Prometheus' form. Labels are few and known before:
 *  never an id, an address or anything a caller chose. */
const metrics = singleton("metrics", () => {
  const registry = new Registry();
  return {
    registry,
    sampled: false,
    requests: new Counter({
      name: "atrium_http_requests_total",
      help: "Requests answered, by route, method and status",
      labelNames: ["route", "method", "status"],
      registers: [registry],
    }),
    durations: new Histogram({
      name: "atrium_http_request_duration_seconds",
      help: "From the first line of a request to the last byte of its answer",
      labelNames: ["route"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    jobs: new Counter({
      name: "atrium_jobs_total",
      help: "Jobs run, by queue and outcome (done, failed)",
      labelNames: ["queue", "outcome"],
      registers: [registry],
    }),
  };
});

/** The registry of this process. What is sampled (memory, the event loop's delay) is so from the first time on that
 *  somebody asks. */
export function processMetrics(): Registry {
  if (!metrics.sampled)
    collectDefaultMetrics({
      register: metrics.registry,
      eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS,
    });
  metrics.sampled = true;
  return metrics.registry;
}

/** Counts a request that was answered.
 *  @param route the pattern of its route, or `pages`; never the path itself, which anybody chooses
 *  @param seconds it took */
export function countRequest(route: string, method: string, status: number, seconds: number): void {
  metrics.requests.inc({ route, method, status });
  metrics.durations.observe({ route }, seconds);
}

/** Counts a job that ran. */
export function countJob(queue: string, outcome: "done" | "failed"): void {
  metrics.jobs.inc({ queue, outcome });
}

/** A gauge that is read whenever somebody looks. Over several processes it is summed.
 *  @param name without `atrium_` */
export function registerGauge(name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({
    name: `atrium_${name}`,
    help,
    registers: [metrics.registry],
    collect: () => gauge.set(read()),
  });
}
