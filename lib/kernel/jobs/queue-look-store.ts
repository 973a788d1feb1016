import { lock } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import type { QueueName } from "@/lib/kernel/jobs/queues";

/** State of the queues. */
export interface QueueState {
  /** Most seconds by which PostgreSQL's clock had been ahead; 0 when no timestamp was in the future. */
  ahead: number;
  /** Queues with a job whose time has come. */
  due: QueueName[];
  /** Whether any worker runs a job of these queues. */
  inHand: boolean;
}

/** Reads whether anything is due in queues without a notification for it, such as a retry whose pause is
 *  over. Also resets timestamps of pg-boss from a time when PostgreSQL's clock was ahead: when it last added
 *  scheduled jobs, and when each queue was last supervised. Otherwise no scheduled job would run, and no dead
 *  worker's job would be found, until that time. Jobs that were added, or taken, in the future are moved by
 *  as much. */
export async function readQueueState(names: readonly QueueName[]): Promise<QueueState> {
  const row = await unscoped.first(lock<QueueState>`
    WITH found AS (
      SELECT COALESCE(max(mark), now()) - now() AS ahead FROM (
        SELECT unnest(ARRAY[cron_on, bam_on, flow_on, reindex_on]) AS mark FROM pgboss.version
        UNION ALL SELECT unnest(ARRAY[monitor_claim_on, monitor_on, maintain_on, delta_on]) FROM pgboss.queue) marks),
    passes AS (
      UPDATE pgboss.version SET cron_on = LEAST(cron_on, now()), bam_on = LEAST(bam_on, now()), flow_on = LEAST(flow_on, now()),
        reindex_on = LEAST(reindex_on, now()),
        monitor_backoff_on = CASE WHEN monitor_backoff_on > now() THEN now() ELSE monitor_backoff_on END
      WHERE (SELECT ahead FROM found) > interval '1 second'),
    looks AS (
      UPDATE pgboss.queue SET monitor_claim_on = LEAST(monitor_claim_on, now()), monitor_on = LEAST(monitor_on, now()),
        maintain_on = LEAST(maintain_on, now()), delta_on = LEAST(delta_on, now())
      WHERE (SELECT ahead FROM found) > interval '1 second' AND GREATEST(monitor_claim_on, monitor_on, maintain_on, delta_on) > now()),
    jobs AS (
      UPDATE pgboss.job SET start_after = start_after - GREATEST(created_on - now(), interval '0'), created_on = LEAST(created_on, now()),
        started_on = LEAST(started_on, now()), heartbeat_on = LEAST(heartbeat_on, now())
      WHERE (SELECT ahead FROM found) > interval '1 second' AND state < 'completed' AND GREATEST(created_on, started_on, heartbeat_on) > now())
    SELECT extract(epoch FROM CASE WHEN ahead > interval '1 second' THEN ahead ELSE interval '0' END)::float8 AS ahead,
      ARRAY(SELECT queue FROM unnest(${[...names]}::text[]) queue WHERE EXISTS (
        SELECT FROM pgboss.job j WHERE j.name = queue AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())) AS due,
      EXISTS (SELECT FROM pgboss.job j WHERE j.name = ANY(${[...names]}::text[]) AND j.state = 'active' AND j.group_id IS NOT NULL) AS in_hand
    FROM found`);
  return row ?? { ahead: 0, due: [], inHand: false };
}
