import cluster from "node:cluster";
import { Supervisor } from "@/host/supervisor";
import { config } from "@/lib/kernel/config/config";
import { collectedMetrics } from "@/lib/kernel/process/collect-metrics";
import { serveMetrics } from "@/lib/kernel/process/serve-metrics";

/** Has this process supervise the web processes that configuration asks for.
 *  @param exec what a web process runs
 *  @returns `listening` resolves once every process listens, and their figures can be had. It rejects when the port is
 *    taken, or the first ones can't even start */
export function superviseWeb(exec: string): { supervisor: Supervisor; listening: Promise<void> } {
  const { processes, drainSeconds, port, host, metricsPort, metricsHost } = config();
  // Not what this process may have been started with, such as a loader.
  cluster.setupPrimary({ exec, execArgv: [] });
  const supervisor = new Supervisor({ processes, drainMs: drainSeconds * 1000, port, host });
  const listen = async () => {
    await supervisor.start();
    if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => collectedMetrics.text());
  };
  return { supervisor, listening: listen() };
}
