import "@/lib/features/all";
import { keepSequencing } from "@/lib/features/audit-log/log/keep-sequencing";
import { keepCosigning } from "@/lib/features/audit-log/witness/keep-cosigning";
import { type JobHandlers, runWorker } from "@/lib/kernel/jobs/run-worker";
import { jobHandlers } from "@/lib/worker/job-handlers";

/** Runs a worker: takes jobs from every queue, and puts events into the logs of their tenants, which it has
 *  witnesses cosign. Any number of processes may do so.
 *  @param handlers for jobs; the worker's own by default
 *  @returns `stop`, which finishes running work (`runWorker`) */
export async function work(
  handlers: JobHandlers = jobHandlers,
  options: Parameters<typeof runWorker>[1] = {},
): ReturnType<typeof runWorker> {
  const worker = await runWorker(handlers, options);
  const [sequencing, cosigning] = [keepSequencing(), keepCosigning()];
  return {
    stop: async () => {
      await Promise.all([worker.stop(), sequencing.stop(), cosigning.stop()]);
    },
  };
}
