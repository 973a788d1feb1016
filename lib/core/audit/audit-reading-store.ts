import { auditKinds, routineKinds } from "@/lib/core/audit/audit-kinds";
import type {
  AuditFilter,
  AuditPosition,
  AuditScope,
  StoredAuditEvent,
} from "@/lib/core/audit/stored-audit-event";
import { join, type LateQueryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Number of events one read scans for a text, which no index can find: about a third of a second's work.
 *  The next read continues from there. */
export const SEARCHED_AT_ONCE = 20_000;

/** Part of the trail to read. */
export interface AuditSlice {
  /** Reads from this position, exclusive. */
  after: AuditPosition | null;
  /** Oldest first; otherwise newest first. */
  forward: boolean;
  limit: number;
}

/** Returns the next events, and the position to continue from; null at the end. With a search text or a
 *  type of actor, a slice may hold fewer events than the limit, even none, and still have a position to
 *  continue from. */
export async function readAuditSlice(
  db: LateQueryable,
  scope: AuditScope,
  filter: AuditFilter,
  slice: AuditSlice,
): Promise<{ events: StoredAuditEvent[]; next: AuditPosition | null }> {
  const isSearched = Boolean(filter.search || filter.actorType);
  const narrowed = sql`FROM tenant_audit_events WHERE ${conditions(scope, filter, slice)}`;
  const order = slice.forward
    ? sql`ORDER BY occurred_at, id`
    : sql`ORDER BY occurred_at DESC, id DESC`;
  const events = await db.query(read<StoredAuditEvent>`
    SELECT ${columns} FROM (SELECT * ${narrowed} ${order} LIMIT ${isSearched ? SEARCHED_AT_ONCE : slice.limit}::int) e
    WHERE ${textMatches(filter.search)} AND ${actorMatches(filter.actorType)} ${order} LIMIT ${slice.limit}::int`);
  const last = events.at(-1);
  if (last && events.length === slice.limit) return { events, next: last };
  if (!isSearched) return { events, next: null };
  const searchedTo = await db.first(read<AuditPosition>`
    SELECT id, occurred_at ${narrowed} ${order} OFFSET ${SEARCHED_AT_ONCE - 1}::int LIMIT 1`);
  return { events, next: searchedTo };
}

/** Number of newest events that news are selected from. */
const NEWEST = 500;

/** Returns the latest notable events of an environment: routine events of programs are left out, as long
 *  as the newest events include any others. */
export async function readNews(db: LateQueryable, atMost: number): Promise<StoredAuditEvent[]> {
  const isRoutine = sql`(source = 'service' AND kind = ANY(${[...routineKinds]}::text[]))`;
  return db.query(read<StoredAuditEvent>`
    SELECT ${columns} FROM (
      SELECT * FROM (
        SELECT * FROM tenant_audit_events
        WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid
        ORDER BY occurred_at DESC, id DESC LIMIT ${NEWEST}::int) newest
      ORDER BY ${isRoutine}, occurred_at DESC, id DESC LIMIT ${atMost}::int) e
    ORDER BY occurred_at DESC, id DESC`);
}

/** One event of the trail, or null. */
export async function findAuditEvent(
  db: LateQueryable,
  id: string,
): Promise<StoredAuditEvent | null> {
  return db.first(read<StoredAuditEvent>`
    SELECT ${columns} FROM tenant_audit_events e WHERE tenant_id = ${db.tenantId}::uuid AND id = ${id}::uuid`);
}

const columns = sql`
  e.id, e.kind, e.source, e.event_id, e.actor, e.targets, e.context, e.metadata,
  (SELECT key FROM environments WHERE id = e.environment_id) AS environment, e.occurred_at, e.received_at`;

function conditions(scope: AuditScope, filter: AuditFilter, slice: AuditSlice): Sql {
  const { after, forward } = slice;
  const all = [sql`tenant_id = ${scope.tenantId}::uuid`];
  if (scope.environmentId) all.push(sql`environment_id = ${scope.environmentId}::uuid`);
  if (filter.kind) all.push(kindMatches(filter.kind));
  if (filter.kinds) all.push(sql`kind = ANY(${[...filter.kinds]}::text[])`);
  if (filter.actor) all.push(sql`actor->>'id' = ${filter.actor}::text`);
  if (filter.target) all.push(sql`targets @> ${JSON.stringify([{ id: filter.target }])}::jsonb`);
  if (filter.from) all.push(sql`occurred_at >= ${filter.from}::timestamptz`);
  if (filter.to) all.push(sql`occurred_at < ${filter.to}::timestamptz`);
  if (after) {
    const place = sql`(${after.occurredAt}::timestamptz, ${after.id}::uuid)`;
    all.push(forward ? sql`(occurred_at, id) > ${place}` : sql`(occurred_at, id) < ${place}`);
  }
  return join(all, " AND ");
}

/** `noun.*` matches the kinds that begin with the noun: those of the service by name, so that the index
 *  finds them, and a product's own by their prefix. */
function kindMatches(kind: string): Sql {
  if (!kind.endsWith(".*")) return sql`kind = ${kind}::text`;
  const beginning = kind.slice(0, -1);
  const known = auditKinds.filter((name) => name.startsWith(beginning));
  if (known.length > 0) return sql`kind = ANY(${known}::text[])`;
  return sql`starts_with(kind, ${beginning}::text)`;
}

function actorMatches(type: string | null | undefined): Sql {
  return type ? sql`e.actor->>'type' = ${type}::text` : sql`TRUE`;
}

function textMatches(search: string | null | undefined): Sql {
  if (!search) return sql`TRUE`;
  return sql`position(lower(${search}::text) IN
    lower(concat_ws(' ', e.id, e.kind, e.actor, e.targets, e.context, e.metadata))) > 0`;
}
