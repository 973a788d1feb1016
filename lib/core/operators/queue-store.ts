import { lock, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** A queue of the workers. */
export interface QueueState {
  name: string;
  /** Jobs that may run now and wait for a worker. */
  waiting: number;
  /** Jobs that may not run yet: mostly retries. */
  scheduled: number;
  /** Jobs that a worker is running. */
  active: number;
  /** Jobs that were abandoned and are still stored. */
  failed: number;
  /** Since when the oldest waiting job could have run; null when none waits. */
  oldestWaitingSince: Date | null;
}

/** Returns the state of the named queues, in their order. Jobs carry ids only; none of them is shown. */
export async function readQueueStates(names: readonly string[], at: Date): Promise<QueueState[]> {
  // It counts every job: no other request should have to wait behind it.
  return unscoped.query(lock<QueueState>`
    SELECT q.name,
      (count(*) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= ${at}::timestamptz))::int AS waiting,
      (count(*) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after > ${at}::timestamptz))::int AS scheduled,
      (count(*) FILTER (WHERE j.state = 'active'))::int AS active,
      (count(*) FILTER (WHERE j.state = 'failed'))::int AS failed,
      min(j.start_after) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= ${at}::timestamptz) AS oldest_waiting_since
    FROM unnest(${[...names]}::text[]) WITH ORDINALITY AS q (name, place)
    LEFT JOIN pgboss.job j ON j.name = q.name
    GROUP BY q.name, q.place ORDER BY q.place`);
}

/** Returns when a worker last did the job that runs each minute; null when none ever did, or it was
 *  deleted since. */
export async function readLastJob(): Promise<Date | null> {
  const row = await unscoped.first(read<{ at: Date | null }>`
    SELECT max(completed_on) AS at FROM pgboss.job WHERE name = 'outbox.sweep' AND state = 'completed'`);
  return row?.at ?? null;
}
