import type { CountUnit, EventCount } from "@/lib/features/statistics/event-count";
import { LIVE_MINUTES } from "@/lib/features/statistics/event-count";
import { type LateQueryable, lock, read, type Sql, sql } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Limit of a tenant's events that a page counts itself, beyond those that the worker has counted. */
const LIVE_ROWS = 20_000;

/** Selects counts of events. */
export interface CountRange {
  from: Date;
  /** Before this moment. */
  to: Date;
  unit: CountUnit;
  /** Absent: all kinds. */
  kinds?: readonly string[] | undefined;
  /** Whether to count the events of all environments of the tenant. */
  everywhere?: boolean | undefined;
}

/** Counts events by kind and hour or day. One statement adds the stored counts and the events written since
 *  the worker's last run, so that every event is counted once. */
export function readEventCounts(
  db: LateQueryable,
  { from, to, unit, kinds, everywhere }: CountRange,
): Promise<EventCount[]> {
  const scope = everywhere ? sql`TRUE` : sql`environment_id = ${db.environmentId}::uuid`;
  return db.query(read<EventCount>`
    WITH counted AS (
      SELECT hour, kind, count FROM event_counts
      WHERE tenant_id = ${db.tenantId}::uuid AND ${scope}
        AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz),
    live AS (${uncounted(db, scope)})
    SELECT date_trunc(${unit}::text, hour, 'UTC') AS at, kind, sum(count)::int AS count
    FROM (SELECT * FROM counted UNION ALL
          SELECT hour, kind, 1 FROM live WHERE hour >= ${from}::timestamptz AND hour < ${to}::timestamptz) events
    WHERE ${kinds ? sql`kind = ANY(${[...kinds]}::text[])` : sql`TRUE`}
    GROUP BY 1, 2 ORDER BY 1, 2`);
}

/** Events of the last minutes that the worker has not counted yet, by the index on their time. The
 *  condition on their ids, which contain the time, restricts PostgreSQL to the last partition. */
function uncounted(db: LateQueryable, scope: Sql): Sql {
  return sql`
    SELECT date_trunc('hour', e.occurred_at, 'UTC') AS hour,
           CASE e.source WHEN 'product' THEN 'product' ELSE e.kind END AS kind
    FROM audit_events e
    WHERE e.tenant_id = ${db.tenantId}::uuid AND ${scope} AND e.environment_id IS NOT NULL
      AND e.occurred_at >= now() - make_interval(mins => ${LIVE_MINUTES}::int)
      AND e.id >= atrium_first_id(now() - make_interval(mins => ${LIVE_MINUTES}::int + 60))
      AND NOT pg_visible_in_snapshot(e.written_in, (SELECT counted FROM event_cursor))
    LIMIT ${LIVE_ROWS}::int`;
}

/** Users active in the last day, seven days and thirty days, including today, in UTC. */
export interface ActiveUsers {
  day: number;
  week: number;
  month: number;
}

/** Counts users by the day on which they last signed in, reauthenticated or opened an app. */
export async function readActiveUsers(db: LateQueryable, at: Date): Promise<ActiveUsers> {
  const within = (days: number) =>
    sql`(coalesce(sum(users) FILTER (WHERE day > (${at}::timestamptz AT TIME ZONE 'UTC')::date - ${days}::int), 0))::int`;
  const found = await db.first(read<ActiveUsers>`
    SELECT ${within(1)} AS day, ${within(7)} AS week, ${within(30)} AS month FROM active_user_days
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return found ?? { day: 0, week: 0, month: 0 };
}

/** Returns the moment up to which events are counted. */
export async function readCountedUntil(db: LateQueryable): Promise<Date> {
  const row = await db.first(read<{ countedAt: Date }>`SELECT counted_at FROM event_cursor`);
  if (!row) throw new Error("The cursor of the counts is not there");
  return row.countedAt;
}

/** Counts the next events of all tenants.
 *  @returns the number of rows read; fewer than `atMost` if none are left */
export async function countUncounted(atMost: number): Promise<number> {
  const row = await unscoped.first(lock<{ rows: number }>`
    SELECT atrium_count_events(${atMost}::int) AS rows`);
  return row?.rows ?? 0;
}
