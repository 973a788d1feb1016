// The production server: `node generated/host/main.mjs`. The first process supervises, the others serve.
import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { Supervisor } from "@/host/supervisor";
import { ConfigurationError, config } from "@/lib/config/config";
import { unknownVariables } from "@/lib/config/unknown-variables";
import { logger } from "@/lib/logger";
import { serveMetrics } from "@/lib/metrics/serve-metrics";

async function supervise(): Promise<void> {
  const { processes, drainSeconds, port, host, metricsPort, metricsHost } = config();
  for (const { name, nearest } of unknownVariables(process.env))
    logger.warn({ name, nearest }, "a variable is no setting and has no effect");
  const supervisor = new Supervisor({ processes, drainMs: drainSeconds * 1000, port, host });
  const end = () => void supervisor.end().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  // Before anything starts: a signal that nobody listens for ends the process.
  process.on("SIGHUP", () => void supervisor.restart());
  await supervisor.start();
  const merged = new AggregatorRegistry();
  if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => merged.clusterMetrics());
}

async function work(): Promise<void> {
  // A rolling restart is the supervisor's; whoever signals the whole group means it, and not us.
  process.on("SIGHUP", () => {});
  // Loaded here alone: the supervisor has no use for routes.
  const { serve } = await import("@/host/web-process");
  await serve();
}

(cluster.isPrimary ? supervise() : work()).catch((error: unknown) => {
  console.error(wordsFor(error));
  process.exit(1);
});

/** What the person at the terminal can mend is shown as its message alone. */
function wordsFor(error: unknown): string {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return String(error);
  const address = "syscall" in error && error.syscall === "listen";
  return address ? `The port cannot be had: ${error.message}` : String(error.stack);
}
