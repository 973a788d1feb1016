import type { Queryable } from "@/lib/kernel/db/queryable";
import { insertJobs, type NewJob } from "@/lib/kernel/jobs/job-store";
import type { QueueName } from "@/lib/kernel/jobs/queues";

/** Puts a job into its queue in this transaction: it runs if, and only if, the transaction commits.
 *  @param data ids only; the tenant's are added
 *  @param startAfter not before this time
 *  @param priority higher ones go first */
export async function enqueueJob(
  db: Queryable,
  queue: QueueName,
  data: Record<string, string>,
  startAfter?: Date,
  priority?: number,
): Promise<void> {
  await enqueueJobs(db, queue, [{ data, startAfter, priority }]);
}

/** Like `enqueueJob`, for several jobs of a queue in one message. */
export async function enqueueJobs(
  db: Queryable,
  queue: QueueName,
  jobs: readonly NewJob[],
): Promise<void> {
  const { tenantId, environmentId } = db;
  const ours = jobs.map((job) => ({ ...job, data: { ...job.data, tenantId, environmentId } }));
  await insertJobs(db, queue, ours);
}
