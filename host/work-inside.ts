import { setTimeout as sleep } from "node:timers/promises";
import { RestartPause } from "@/host/restart-pause";
import { config } from "@/lib/kernel/config/config";
import { requireServingSchema } from "@/lib/kernel/db/schema/own-schema";
import { logger } from "@/lib/kernel/process/logger";
import { registerStorageSignals } from "@/lib/worker/storage-signals";
import { work } from "@/lib/worker/work";

type Worker = Awaited<ReturnType<typeof work>>;

/** Runs a worker in this web process (ATRIUM_WORKER=inside). A worker that can't start is retried with
 *  growing pauses: requests are answered meanwhile.
 *  @returns a function that ends it: running jobs are finished, or handed back when they take too long */
export function workInside(): () => Promise<void> {
  const ending = new AbortController();
  const starting = start(ending.signal);
  return async () => {
    ending.abort();
    const worker = await starting;
    await worker?.stop();
  };
}

async function start(signal: AbortSignal): Promise<Worker | undefined> {
  const pauses = new RestartPause();
  while (!signal.aborted) {
    try {
      await requireServingSchema();
      const worker = await work();
      if (config().metricsPort) await registerStorageSignals();
      logger.info("worker started");
      return worker;
    } catch (error) {
      const pause = pauses.after(0);
      logger.error({ err: error, pause }, "the worker could not start; trying again");
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
