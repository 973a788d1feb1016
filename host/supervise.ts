import cluster from "node:cluster";
import { Supervisor } from "@/host/supervisor";
import { config } from "@/lib/kernel/config/config";
import { collectedMetrics } from "@/lib/kernel/process/collect-metrics";
import { serveMetrics } from "@/lib/kernel/process/serve-metrics";

/** Makes this process supervise the configured number of web processes.
 *  @param exec script of a web process
 *  @returns `listening` resolves once every process listens, and their metrics can be read. It rejects when
 *  the port is taken, or the first processes can't start */
export function superviseWeb(exec: string): { supervisor: Supervisor; listening: Promise<void> } {
  const { processes, drainSeconds, port, host, metricsPort, metricsHost } = config();
  // Not the options of this process, such as a loader.
  cluster.setupPrimary({ exec, execArgv: [] });
  const supervisor = new Supervisor({ processes, drainMs: drainSeconds * 1000, port, host });
  const listen = async () => {
    await supervisor.start();
    if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => collectedMetrics.text());
  };
  return { supervisor, listening: listen() };
}
