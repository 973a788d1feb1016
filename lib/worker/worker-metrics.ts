import { config } from "@/lib/kernel/config/config";
import { registerConnectionMetrics } from "@/lib/kernel/db/connection-metrics";
import { answerForMetrics } from "@/lib/kernel/process/answer-metrics";
import { registerBuildInformation } from "@/lib/kernel/process/build-information";
import { collectedMetrics } from "@/lib/kernel/process/collect-metrics";
import { beginCounting, readMetrics } from "@/lib/kernel/process/metrics";
import { serveMetrics } from "@/lib/kernel/process/serve-metrics";
import { registerStorageSignals } from "@/lib/worker/storage-signals";

/** Reports a worker's metrics: to its parent process, or on a port of its own (ATRIUM_METRICS_PORT). Without
 *  either nothing is counted.
 *  @throws Error when the port can't be opened */
export async function reportWorkerMetrics({ byChannel }: { byChannel: boolean }): Promise<void> {
  const { metricsPort, metricsHost } = config();
  if (!byChannel && !metricsPort) return;
  registerBuildInformation();
  registerConnectionMetrics();
  await registerStorageSignals();
  if (byChannel) return answerForMetrics();
  await beginCounting();
  collectedMetrics.joinSelf("worker", readMetrics);
  if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => collectedMetrics.text());
}
