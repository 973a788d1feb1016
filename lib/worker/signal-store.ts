import { lock } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** State of the outboxes of all tenants. */
export interface OutboxSignals {
  mailsWaiting: number;
  mailsOldestSeconds: number;
  logoutsWaiting: number;
  logoutsOldestSeconds: number;
  databaseBytes: number;
}

/** State of a queue. */
export interface QueueSignals {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  oldestSeconds: number;
}

/** Reads the state of the outboxes.
 *  @throws DatabaseError when PostgreSQL is unreachable */
export async function readOutboxSignals(): Promise<OutboxSignals> {
  // It counts many rows, so that it runs on a connection of its own.
  const found = await unscoped.first(lock<OutboxSignals>`
    SELECT mails_waiting, mails_oldest_seconds, logouts_waiting, logouts_oldest_seconds, database_bytes
    FROM atrium_signals()`);
  if (!found) throw new Error("unreachable: the function answers one row");
  return found;
}

/** Reads the number of waiting, running and failed jobs of the named queues. */
export function readQueueSignals(names: readonly string[]): Promise<QueueSignals[]> {
  return unscoped.query(lock<QueueSignals>`
    SELECT q.name,
      (count(*) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now()))::int AS waiting,
      (count(*) FILTER (WHERE j.state = 'active'))::int AS active,
      (count(*) FILTER (WHERE j.state = 'failed'))::int AS failed,
      COALESCE(extract(epoch FROM now() - min(j.start_after)
        FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now())), 0)::double precision AS oldest_seconds
    FROM unnest(${[...names]}::text[]) AS q (name)
    LEFT JOIN pgboss.job j ON j.name = q.name AND j.state <> 'completed'
    GROUP BY q.name`);
}
