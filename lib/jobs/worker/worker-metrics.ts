import { config } from "@/lib/config/config";
import { registerConnectionMetrics } from "@/lib/db/connection-metrics";
import { registerStorageSignals } from "@/lib/jobs/worker/storage-signals";
import { answerForMetrics } from "@/lib/process/answer-metrics";
import { registerBuildInformation } from "@/lib/process/build-information";
import { collectedMetrics } from "@/lib/process/collect-metrics";
import { beginCounting, readMetrics } from "@/lib/process/metrics";
import { serveMetrics } from "@/lib/process/serve-metrics";

/** Has a worker say its metrics: to whoever started it, or on a port of its own (ATRIUM_METRICS_PORT). Without either
 *  nothing is counted.
 *  @throws Error when the port can't be had */
export async function reportWorkerMetrics({ byChannel }: { byChannel: boolean }): Promise<void> {
  const { metricsPort, metricsHost } = config();
  if (!byChannel && !metricsPort) return;
  registerBuildInformation();
  registerConnectionMetrics();
  registerStorageSignals();
  if (byChannel) return answerForMetrics();
  beginCounting();
  collectedMetrics.joinSelf("worker", readMetrics);
  if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => collectedMetrics.text());
}
