import { lock } from "@/lib/db/queryable";
import { unscoped } from "@/lib/db/unscoped";

/** Sets to now what pg-boss noted while PostgreSQL's clock was ahead: when it last put in jobs by the clock, and when each queue was
 *  last looked after. Until that moment nothing would run by the clock, and nobody would look for jobs of dead workers. Jobs that were
 *  put in, or taken, in a time that is still to come are moved by as much.
 *  @returns how many seconds the clock had been ahead at the most; 0 when no mark was in the future */
export async function setFutureMarksBack(): Promise<number> {
  const row = await unscoped.first(lock<{ ahead: number }>`
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
    SELECT extract(epoch FROM CASE WHEN ahead > interval '1 second' THEN ahead ELSE interval '0' END)::float8 AS ahead FROM found`);
  return row?.ahead ?? 0;
}
