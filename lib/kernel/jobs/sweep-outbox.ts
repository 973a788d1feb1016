import { inTransaction } from "@/lib/kernel/db/transaction";
import { eachInTurn } from "@/lib/kernel/jobs/each-in-turn";
import { enqueueJobs } from "@/lib/kernel/jobs/enqueue-job";
import {
  findLostJobs,
  type LostJob,
  type OutboxQueue,
  outboxes,
  stillLost,
} from "@/lib/kernel/jobs/outbox-store";
import { logger } from "@/lib/kernel/process/logger";

/** Rows of each queue that get a job in one sweep; the next one continues. */
const BATCH = 500;

/** Enqueues a new job for waiting mail and due logouts whose job is lost: it ran out of retries while the
 *  database or the worker was away, or was deleted. Rows in the outbox are the promise; jobs only carry
 *  them. */
export async function sweepOutbox(): Promise<void> {
  const lost = await findLostJobs(BATCH);
  await eachInTurn(byQueueAndEnvironment(lost), requeue);
}

async function requeue([first, ...others]: [LostJob, ...LostJob[]]): Promise<void> {
  const { queue } = first;
  const ids = [first, ...others].map(({ id }) => id);
  const requeued = await inTransaction(first, async (db) => {
    const without = await stillLost(db, queue, ids);
    const jobs = without.map((id) => ({ data: { [outboxes[queue]]: id } }));
    await enqueueJobs(db, queue, jobs);
    return without.length;
  });
  if (requeued > 0) logger.warn({ queue, requeued }, "jobs were lost and are tried again");
}

function byQueueAndEnvironment(lost: readonly LostJob[]): [LostJob, ...LostJob[]][] {
  const groups = new Map<`${OutboxQueue} ${string}`, [LostJob, ...LostJob[]]>();
  for (const job of lost) {
    const group = groups.get(`${job.queue} ${job.environmentId}`);
    if (group) group.push(job);
    else groups.set(`${job.queue} ${job.environmentId}`, [job]);
  }
  return [...groups.values()];
}
