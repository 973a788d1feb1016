import type { TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** A queue that empties an outbox, and the field of its jobs that names the row. */
export const outboxes = { "mail.deliver": "messageId", "logout.deliver": "deliveryId" } as const;

export type OutboxQueue = keyof typeof outboxes;

/** A row that is due and that no job will deliver. */
export interface LostJob extends TenantScope {
  queue: OutboxQueue;
  id: string;
}

/** What is due in the outboxes of every tenant without a job, by PostgreSQL's clock.
 *  @param atMost of each queue */
export async function findLostJobs(atMost: number): Promise<LostJob[]> {
  return unscoped.query(read<LostJob>`
    SELECT queue, tenant_id, environment_id, id FROM atrium_lost_jobs(${atMost}::int)`);
}

/** Those of these rows that still have no job. Until the transaction ends nobody else gets an answer, so that of
 *  several sweeps one gives each its job. */
export async function stillLost(
  db: Queryable,
  queue: OutboxQueue,
  ids: readonly string[],
): Promise<string[]> {
  const field = outboxes[queue];
  // The second is a statement of its own: it has to see what was committed while the first waited.
  const [, rows] = await Promise.all([
    db.execute(lock`SELECT pg_advisory_xact_lock(hashtext('atrium outbox'))`),
    db.query(read<{ id: string }>`
      SELECT id FROM unnest(${[...ids]}::text[]) AS wanted (id)
      WHERE id NOT IN (SELECT data->>${field}::text FROM pgboss.job
        WHERE name = ${queue} AND state < 'completed' AND data->>${field}::text IS NOT NULL)`),
  ]);
  return rows.map(({ id }) => id);
}

/** When these rows are tried next, as far as a job waits for that: a row that is being tried, or lost its job, has none. */
export async function findNextAttempts(
  queue: OutboxQueue,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const field = outboxes[queue];
  // It looks through the queue's jobs: nobody should have to wait behind it.
  const rows = await unscoped.query(lock<{ id: string; at: Date }>`
    SELECT data->>${field}::text AS id, min(start_after) AS at FROM pgboss.job
    WHERE name = ${queue} AND state IN ('created', 'retry') AND data->>${field}::text = ANY (${[...ids]}::text[])
    GROUP BY 1`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Takes the waiting jobs of a row out of their queue, so that another job may take their place at once. No sweep gives
 *  the row a job of its own until the transaction ends.
 *  @returns whether a worker holds the row's job at this moment */
export async function withdrawWaitingJobs(
  db: Queryable,
  queue: OutboxQueue,
  id: string,
): Promise<{ isActive: boolean }> {
  const field = outboxes[queue];
  const [, , active] = await Promise.all([
    db.execute(lock`SELECT pg_advisory_xact_lock(hashtext('atrium outbox'))`),
    db.execute(lock`
      DELETE FROM pgboss.job
      WHERE name = ${queue} AND state IN ('created', 'retry') AND data->>${field}::text = ${id}::text`),
    db.first(lock`
      SELECT 1 AS active FROM pgboss.job
      WHERE name = ${queue} AND state = 'active' AND data->>${field}::text = ${id}::text LIMIT 1`),
  ]);
  return { isActive: active !== null };
}
