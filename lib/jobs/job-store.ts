import type { TenantTransaction } from "@/lib/db";
import type { QueueName } from "@/lib/jobs/queues";

/** Puts a job into pg-boss's table in this transaction, as its own `send` would: the queue's row says how it
 *  retries and how long it is kept. One statement, so that a web process needs no started pg-boss.
 *  @throws Error when the queue was never installed */
export async function sendJob(
  { sql }: TenantTransaction,
  queue: QueueName,
  data: Record<string, string>,
  startAfter?: Date,
): Promise<void> {
  const inserted = await sql.$executeRaw`
    INSERT INTO pgboss.job (name, data, start_after, expire_seconds, deletion_seconds, keep_until,
                            retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    SELECT q.name, ${JSON.stringify(data)}::jsonb, at.start_after, q.expire_seconds, q.deletion_seconds,
           at.start_after + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay,
           COALESCE(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    FROM pgboss.queue q, (SELECT COALESCE(${startAfter ?? null}::timestamptz, now()) AS start_after) at
    WHERE q.name = ${queue}`;
  if (inserted !== 1) throw new Error(`The queue ${queue} is not installed`);
}
