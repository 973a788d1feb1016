import type { CountUnit, EventCount } from "@/lib/features/statistics/event-count";
import { LIVE_MINUTES } from "@/lib/features/statistics/event-count";
import { type LateQueryable, lock, read, type Sql, sql } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Of the events that the worker has not counted, a page counts so many of its tenant at most. */
const LIVE_ROWS = 20_000;

/** Which counts are wanted. */
export interface CountRange {
  from: Date;
  /** Before this moment. */
  to: Date;
  unit: CountUnit;
  /** Left out, all kinds are wanted. */
  kinds?: readonly string[] | undefined;
  /** Of all environments of the tenant. */
  everywhere?: boolean | undefined;
}

/** How many events of each kind each hour or day has. Hours that are counted come from the counts, and what was
 *  written since the worker's last run is counted here, by one statement: together they are every event once. */
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

/** Events of the last minutes that no run of the worker has counted yet, by the index on when they happened. Their ids are as old
 *  as they are, which is told apart so that PostgreSQL opens the last partition alone. */
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

/** How many users were active in the last day, seven days and thirty days, today included, in UTC. */
export interface ActiveUsers {
  day: number;
  week: number;
  month: number;
}

/** Users who signed in, proved themselves again or opened an app, by the day on which they did so last. */
export async function readActiveUsers(db: LateQueryable, at: Date): Promise<ActiveUsers> {
  const within = (days: number) =>
    sql`(coalesce(sum(users) FILTER (WHERE day > (${at}::timestamptz AT TIME ZONE 'UTC')::date - ${days}::int), 0))::int`;
  const found = await db.first(read<ActiveUsers>`
    SELECT ${within(1)} AS day, ${within(7)} AS week, ${within(30)} AS month FROM active_user_days
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return found ?? { day: 0, week: 0, month: 0 };
}

/** Until when events are counted. */
export async function readCountedUntil(db: LateQueryable): Promise<Date> {
  const row = await db.first(read<{ countedAt: Date }>`SELECT counted_at FROM event_cursor`);
  if (!row) throw new Error("The cursor of the counts is not there");
  return row.countedAt;
}

/** Counts the next events, of every tenant.
 *  @returns how many rows it read; fewer than `atMost` when nothing is left */
export async function countUncounted(atMost: number): Promise<number> {
  const row = await unscoped.first(lock<{ rows: number }>`
    SELECT atrium_count_events(${atMost}::int) AS rows`);
  return row?.rows ?? 0;
}
