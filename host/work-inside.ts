import { setTimeout as sleep } from "node:timers/promises";
import { config } from "@/lib/kernel/config/config";
import { requireServingSchema } from "@/lib/kernel/db/schema/own-schema";
import { logger } from "@/lib/kernel/process/logger";
import { registerStorageSignals } from "@/lib/worker/storage-signals";
import { work } from "@/lib/worker/work";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

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
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      await requireServingSchema();
      const worker = await work();
      if (config().metricsPort) await registerStorageSignals();
      logger.info("worker started");
      return worker;
    } catch (error) {
      logger.error({ err: error, pause }, "the worker could not start; trying again");
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
