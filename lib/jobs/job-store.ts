import type { TenantTransaction } from "@/lib/db";
import type { QueueName } from "@/lib/jobs/queues";

/** Puts a job into pg-boss's table in this transaction, as its own `send` would: the queue's row says how it
 *  retries and how long it is kept, and a worker is woken when the transaction commits. One statement, so
 *  that a web process needs no started pg-boss.
 *  The tenant is the job's group, so that a worker can leave places to others.
 *  @throws Error when the queue was never installed */
export async function sendJob(
  { sql }: TenantTransaction,
  queue: QueueName,
  data: Record<string, string>,
  startAfter?: Date,
  priority = 0,
): Promise<void> {
  // The channel is named as pg-boss names it for its schema; a worker that does not hear it polls.
  const inserted = await sql.$queryRaw<unknown[]>`
    WITH job AS (
      INSERT INTO pgboss.job (name, data, priority, group_id, start_after, expire_seconds, deletion_seconds, keep_until,
                              retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
      SELECT q.name, ${JSON.stringify(data)}::jsonb, ${priority}::int, ${data.tenantId ?? null}::text, at.start_after, q.expire_seconds, q.deletion_seconds,
             at.start_after + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay,
             COALESCE(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      FROM pgboss.queue q, (SELECT COALESCE(${startAfter ?? null}::timestamptz, now()) AS start_after) at
      WHERE q.name = ${queue}
      RETURNING start_after)
    SELECT CASE WHEN start_after <= now() THEN
      pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), ${queue})::text END
    FROM job`;
  if (inserted.length !== 1) throw new Error(`The queue ${queue} is not installed`);
}
