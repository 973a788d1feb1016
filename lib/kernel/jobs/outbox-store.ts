import type { TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Queues that empty an outbox, with the field of their jobs that names the row. */
export const outboxes = { "mail.deliver": "messageId", "logout.deliver": "deliveryId" } as const;

export type OutboxQueue = keyof typeof outboxes;

/** A row that is due and has no job to deliver it. */
export interface LostJob extends TenantScope {
  queue: OutboxQueue;
  id: string;
}

/** Finds the due rows of every tenant's outboxes that have no job, by PostgreSQL's clock.
 *  @param atMost of each queue */
export async function findLostJobs(atMost: number): Promise<LostJob[]> {
  return unscoped.query(read<LostJob>`
    SELECT queue, tenant_id, environment_id, id FROM atrium_lost_jobs(${atMost}::int)`);
}

/** Returns those of these rows that still have no job, and takes a lock until the transaction ends, so that
 *  of several sweeps one gives each row its job. */
export async function stillLost(
  db: Queryable,
  queue: OutboxQueue,
  ids: readonly string[],
): Promise<string[]> {
  const field = outboxes[queue];
  // Two statements: the second has to see what was committed while the first waited.
  const [, rows] = await Promise.all([
    db.execute(lock`SELECT pg_advisory_xact_lock(hashtext('atrium outbox'))`),
    db.query(read<{ id: string }>`
      SELECT id FROM unnest(${[...ids]}::text[]) AS wanted (id)
      WHERE id NOT IN (SELECT data->>${field}::text FROM pgboss.job
        WHERE name = ${queue} AND state < 'completed' AND data->>${field}::text IS NOT NULL)`),
  ]);
  return rows.map(({ id }) => id);
}

/** Returns the times of the rows' next attempts, where a job waits for one: a row that is being tried, or
 *  lost its job, has none. */
export async function findNextAttempts(
  queue: OutboxQueue,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const field = outboxes[queue];
  // It searches the queue's jobs, so that it runs on a connection of its own.
  const rows = await unscoped.query(lock<{ id: string; at: Date }>`
    SELECT data->>${field}::text AS id, min(start_after) AS at FROM pgboss.job
    WHERE name = ${queue} AND state IN ('created', 'retry') AND data->>${field}::text = ANY (${[...ids]}::text[])
    GROUP BY 1`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Removes the waiting jobs of a row from their queue, so that another job may take their place at once. No
 *  sweep gives the row a job until the transaction ends.
 *  @returns whether a worker runs the row's job now */
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
