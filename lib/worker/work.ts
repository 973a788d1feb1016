import "@/lib/features/all";
import { features } from "@/lib/features/feature";
import { type JobHandlers, runWorker } from "@/lib/kernel/jobs/run-worker";
import { jobHandlers } from "@/lib/worker/job-handlers";

/** Runs a worker: takes jobs from every queue, and runs the loops of features. Any number of processes may do
 *  so.
 *  @param handlers for jobs; the worker's own by default
 *  @returns `stop`, which finishes running work (`runWorker`) */
export async function work(
  handlers: JobHandlers = jobHandlers(),
  options: Parameters<typeof runWorker>[1] = {},
): ReturnType<typeof runWorker> {
  const worker = await runWorker(handlers, options);
  const loops = await Promise.all(
    features()
      .flatMap((feature) => feature.loops ?? [])
      .map((begin) => begin()),
  );
  return {
    stop: async () => {
      await Promise.all([worker, ...loops].map((running) => running.stop()));
    },
  };
}
