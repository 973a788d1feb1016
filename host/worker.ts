// The worker: takes jobs from the queues until a signal stops it. Any number of workers may run.

// First: it must take effect before the other modules load.
import "@/lib/kernel/process/json-lines-at-once";
import { setTimeout as sleep } from "node:timers/promises";
import { lowerProcessPriority } from "@/host/give-way";
import { clockProblem } from "@/lib/core/http/clock-readiness";
import { WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { keepDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { connections } from "@/lib/kernel/db/connections";
import { STOP_TIMEOUT_MS } from "@/lib/kernel/jobs/run-worker";
import { ANSWERS_FOR_METRICS, sendLastMetrics } from "@/lib/kernel/process/answer-metrics";
import { logger } from "@/lib/kernel/process/logger";
import { finishTracing } from "@/lib/kernel/process/spans";
import { startTracing } from "@/lib/kernel/process/start-tracing";
import { VERSION } from "@/lib/kernel/process/version";
import { work } from "@/lib/worker/work";
import { reportWorkerMetrics } from "@/lib/worker/worker-metrics";
import { requireServingSchema } from "../lib/kernel/db/schema/own-schema";
import { SchemaRefusal } from "../lib/kernel/db/schema/schema-compatibility";

/** Longest shutdown once jobs are finished or handed back, in milliseconds: a connection that hangs ends with
 *  the process. */
const LAST_WORDS_MS = 5_000;

let stopping: Promise<void> | undefined;
// Registered before anything starts: a signal without a listener ends the process in the middle of its jobs.
// A closed terminal is no reason to drop them either.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);

const starting = lowerProcessPriority().then(begin);
await starting;
await reportWorkerMetrics({ byChannel: process.argv.includes(ANSWERS_FOR_METRICS) });
// A worker has no readiness to lose; it logs the reasons for which a web process would be taken out of
// service.
const clock = await clockProblem().catch(() => null);
if (clock) logger.error({ clock }, "mail and notifications will carry a wrong time");
logger.info({ version: VERSION }, "worker started");

/** Begins to take jobs, where the schema serves this code: another schema's jobs are for another version's
 *  workers. An operator who migrates or sets the master key needs the reason of a refusal, and no stack. */
async function begin(): ReturnType<typeof work> {
  try {
    await requireServingSchema();
    await keepDataKeys();
    await startTracing("worker");
  } catch (error) {
    if (!(error instanceof SchemaRefusal || error instanceof WrongMasterKey)) throw error;
    logger.fatal(error.message);
    process.exit(1);
  }
  return work();
}

/** Ends once, however often it is called: running jobs are finished first, or handed back. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    const { stop: finish } = await starting;
    setTimeout(() => {
      logger.error("the worker was cut off: it could not end in time");
      process.exit(1);
    }, STOP_TIMEOUT_MS + LAST_WORDS_MS);
    await finish();
    await Promise.all([finishTracing(), sendLastMetrics()]);
    // Not awaited: a job that hangs may hold a connection.
    await Promise.race([connections.end(), sleep(1_000)]);
    logger.info("worker stopped");
    process.exit(0);
  })();
  return stopping;
}
