import { routes } from "atrium:routes";
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { finish } from "@/host/finish";
import { lowerHashingPriority } from "@/host/give-way";
import { LISTEN, PREPARED, REPLACED } from "@/host/messages";
import { pages } from "@/host/pages";
import { CLOSE_NOTICE_MS, FINISH_MS, REPLACED_MS } from "@/host/patience";
import { hostServer } from "@/host/server";
import { markAsPrepared } from "@/lib/core/http/next-server";
import { registerHashMetrics } from "@/lib/core/passwords/hash-metrics";
import { nameMeasuredTenants } from "@/lib/core/tenants/measured-tenants";
import { config } from "@/lib/kernel/config/config";
import { keepDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { registerConnectionMetrics } from "@/lib/kernel/db/connection-metrics";
import { refuseTooFewConnections } from "@/lib/kernel/db/connection-room";
import { answerForMetrics, sendLastMetrics } from "@/lib/kernel/process/answer-metrics";
import { registerBuildInformation } from "@/lib/kernel/process/build-information";
import { startDraining, startLeaving } from "@/lib/kernel/process/draining";
import { logger } from "@/lib/kernel/process/logger";
import { finishTracing } from "@/lib/kernel/process/spans";
import { startTracing } from "@/lib/kernel/process/start-tracing";

/** Listens and answers until the process has to end: on a signal, or when its supervisor dies. */
export async function serve(): Promise<void> {
  const { serves, worker, port, host, drainSeconds } = config();
  await keepDataKeys();
  await refuseTooFewConnections();
  markAsPrepared();
  await startTracing("web");
  await reportMetrics();
  const server = hostServer(routes, serves, serves === "api" ? null : pages(host, port));
  // A proxy keeps connections for about a minute; the side that sends requests should be the one to close.
  server.keepAliveTimeout = 65_000;
  let ending = false;
  let endWork = async () => {};
  const over = new AbortController();
  const overIn = (ms: number) => setTimeout(() => over.abort(), ms).unref();
  const end = async (announce: () => void, noticeMs: number, code: number) => {
    if (ending) return;
    ending = true;
    announce();
    await sleep(noticeMs);
    await Promise.all([finish(server, over.signal), endWork()]);
    await Promise.all([finishTracing(), sendLastMetrics()]);
    process.exit(code);
  };
  // A replaced process may work for long, until it must exit as well.
  const mustGo = (noticeMs: number, code: number) => {
    overIn(noticeMs + CLOSE_NOTICE_MS + FINISH_MS);
    void end(startDraining, noticeMs, code);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => mustGo(ending ? 0 : drainSeconds * 1000, 0));
  onSupervisorsDeath(() => mustGo(0, 1));
  process.on("message", (message) => {
    if (message !== REPLACED) return;
    overIn(REPLACED_MS);
    // Other processes answer on the port: this server remains ready.
    void end(startLeaving, 0, 0);
  });
  await lowerHashingPriority();
  await untilMayListen();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host && { host }) }, resolve);
  });
  if (worker !== "inside") return;
  // Loaded only where it is needed, and once requests are answered.
  const { workInside } = await import("@/host/work-inside");
  if (!ending) endWork = workInside();
}

/** The port is gone with the supervisor: no new connections can come, and open requests are answered. */
function onSupervisorsDeath(end: () => void): void {
  const { worker } = cluster;
  worker?.once("disconnect", () => {
    // Otherwise Node ends the process immediately, with its requests unanswered.
    worker.exitedAfterDisconnect = true;
    logger.error(
      "the supervisor of the web processes is gone: they end, and only whoever started it can start it again",
    );
    end();
  });
}

/** The supervisor may hold the port itself until a process is prepared to take it. */
async function untilMayListen(): Promise<void> {
  const allowed = new Promise<void>((resolve) => {
    process.on("message", (message) => message === LISTEN && resolve());
  });
  process.send?.(PREPARED);
  await allowed;
}

/** Lets the supervisor query every process for its metrics and merge them. Without a metrics port nothing is
 *  counted. */
async function reportMetrics(): Promise<void> {
  if (!config().metricsPort) return;
  await answerForMetrics();
  registerBuildInformation();
  registerConnectionMetrics();
  registerHashMetrics();
  void nameMeasuredTenants();
}
