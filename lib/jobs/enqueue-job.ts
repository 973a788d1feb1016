import type { TenantTransaction } from "@/lib/db";
import { sendJob } from "@/lib/jobs/job-store";
import type { QueueName } from "@/lib/jobs/queues";

/** Puts a job into its queue in this transaction: it runs if, and only if, the transaction commits.
 *  @param data ids only; the tenant's are added
 *  @param startAfter not before this moment
 *  @param priority those with a higher one go first */
export async function enqueueJob(
  transaction: TenantTransaction,
  queue: QueueName,
  data: Record<string, string>,
  startAfter?: Date,
  priority?: number,
): Promise<void> {
  const { tenantId, environmentId } = transaction;
  await sendJob(transaction, queue, { ...data, tenantId, environmentId }, startAfter, priority);
}
