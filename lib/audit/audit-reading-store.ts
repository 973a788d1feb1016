import { auditKinds } from "@/lib/audit/audit-kinds";
import type {
  AuditFilter,
  AuditPosition,
  AuditScope,
  StoredAuditEvent,
} from "@/lib/audit/stored-audit-event";
import { Prisma, type TenantTransaction } from "@/lib/db";

/** How many events one read searches through for a text, which no index can find: about a third of a second's
 *  work. The next read goes on from there. */
export const SEARCHED_AT_ONCE = 20_000;

/** Which part of the trail to read. */
export interface AuditSlice {
  /** Read from here, without it. */
  after: AuditPosition | null;
  /** The oldest first; otherwise the newest. */
  forward: boolean;
  limit: number;
}

/** The next events, and where to go on; null at the end. With a search text a slice may hold fewer events than
 *  the limit, even none, and still have a place to go on from. */
export async function readAuditSlice(
  { sql }: TenantTransaction,
  scope: AuditScope,
  filter: AuditFilter,
  slice: AuditSlice,
): Promise<{ events: StoredAuditEvent[]; next: AuditPosition | null }> {
  const narrowed = Prisma.sql`FROM tenant_audit_events WHERE ${conditions(scope, filter, slice)}`;
  const order = slice.forward
    ? Prisma.sql`ORDER BY occurred_at, id`
    : Prisma.sql`ORDER BY occurred_at DESC, id DESC`;
  const events = await sql.$queryRaw<StoredAuditEvent[]>`
    SELECT ${columns} FROM (SELECT * ${narrowed} ${order} LIMIT ${filter.search ? SEARCHED_AT_ONCE : slice.limit}) e
    WHERE ${textMatches(filter.search)} ${order} LIMIT ${slice.limit}`;
  const last = events.at(-1);
  if (last && events.length === slice.limit) return { events, next: last };
  if (!filter.search) return { events, next: null };
  const [searchedTo] = await sql.$queryRaw<AuditPosition[]>`
    SELECT id, occurred_at AS "occurredAt" ${narrowed} ${order} OFFSET ${SEARCHED_AT_ONCE - 1} LIMIT 1`;
  return { events, next: searchedTo ?? null };
}

/** One event of the trail, or null. */
export async function findAuditEvent(
  { sql, tenantId }: TenantTransaction,
  id: string,
): Promise<StoredAuditEvent | null> {
  const rows = await sql.$queryRaw<StoredAuditEvent[]>`
    SELECT ${columns} FROM tenant_audit_events e WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
  return rows[0] ?? null;
}

const columns = Prisma.sql`
  e.id, e.kind, e.source::text AS source, e.event_id AS "eventId", e.actor, e.targets, e.context, e.metadata,
  (SELECT key FROM environments WHERE id = e.environment_id) AS environment,
  e.occurred_at AS "occurredAt", e.received_at AS "receivedAt"`;

function conditions(scope: AuditScope, filter: AuditFilter, slice: AuditSlice): Prisma.Sql {
  const { after, forward } = slice;
  const all = [Prisma.sql`tenant_id = ${scope.tenantId}::uuid`];
  if (scope.environmentId) all.push(Prisma.sql`environment_id = ${scope.environmentId}::uuid`);
  if (filter.kind) all.push(kindMatches(filter.kind));
  if (filter.actor) all.push(Prisma.sql`actor->>'id' = ${filter.actor}`);
  if (filter.target)
    all.push(Prisma.sql`targets @> ${JSON.stringify([{ id: filter.target }])}::jsonb`);
  if (filter.from) all.push(Prisma.sql`occurred_at >= ${filter.from}`);
  if (filter.to) all.push(Prisma.sql`occurred_at < ${filter.to}`);
  if (after) {
    const place = Prisma.sql`(${after.occurredAt}::timestamptz, ${after.id}::uuid)`;
    all.push(
      forward ? Prisma.sql`(occurred_at, id) > ${place}` : Prisma.sql`(occurred_at, id) < ${place}`,
    );
  }
  return Prisma.join(all, " AND ");
}

/** All of a noun are the kinds that begin with it: those of the service by name, so that the index finds them,
 *  and a product's own by their beginning. */
function kindMatches(kind: string): Prisma.Sql {
  if (!kind.endsWith(".*")) return Prisma.sql`kind = ${kind}`;
  const beginning = kind.slice(0, -1);
  const known = auditKinds.filter((name) => name.startsWith(beginning));
  if (known.length > 0) return Prisma.sql`kind = ANY(${known})`;
  return Prisma.sql`starts_with(kind, ${beginning})`;
}

function textMatches(search: string | null | undefined): Prisma.Sql {
  if (!search) return Prisma.sql`TRUE`;
  return Prisma.sql`position(lower(${search}) IN
    lower(concat_ws(' ', e.id, e.kind, e.actor, e.targets, e.context, e.metadata))) > 0`;
}
