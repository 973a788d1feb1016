// The production server: `node generated/host/main.mjs`. The first process supervises, the others serve.
import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { Supervisor } from "@/host/supervisor";
import { ConfigurationError, config } from "@/lib/config/config";
import { serveMetrics } from "@/lib/metrics/serve-metrics";

async function supervise(): Promise<void> {
  const { processes, drainSeconds, metricsPort, metricsHost } = config();
  const supervisor = new Supervisor(processes, drainSeconds * 1000);
  const end = () => void supervisor.end().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  await supervisor.start();
  const merged = new AggregatorRegistry();
  if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => merged.clusterMetrics());
  process.on("SIGHUP", () => void supervisor.restart());
}

async function work(): Promise<void> {
  // Loaded here alone: the supervisor has no use for routes.
  const { serve } = await import("@/host/web-process");
  await serve();
}

(cluster.isPrimary ? supervise() : work()).catch((error: unknown) => {
  // What the person at the terminal can mend is shown as its message alone.
  const known = error instanceof ConfigurationError;
  console.error(known || !(error instanceof Error) ? String(error) : error.stack);
  process.exit(1);
});
