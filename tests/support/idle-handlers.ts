import { queues } from "@/lib/kernel/jobs/queues";
import type { JobHandlers } from "@/lib/kernel/jobs/run-worker";

/** Handlers of a worker that takes every job and does nothing, except for `own`. */
export function idleHandlers(own: Partial<JobHandlers> = {}): JobHandlers {
  const idle = Object.fromEntries(Object.keys(queues).map((name) => [name, async () => {}]));
  return { ...(idle as unknown as JobHandlers), ...own };
}
