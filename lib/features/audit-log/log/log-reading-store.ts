import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import type { Salts } from "@/lib/features/audit-log/log/log-entry";
import type { Tile } from "@/lib/features/audit-log/log/tile";
import { join, type LateQueryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Signed head of a tenant's log. */
export interface LogHead {
  origin: string;
  size: number;
  checkpoint: string;
  checkpointAt: Date;
  /** Time since which the log is refused, because the stored log does not match what was signed; nothing is
   *  appended. */
  refusedAt: Date | null;
}

/** Returns the head of the tenant's log; null before its first event. */
export function readLogHead(db: LateQueryable): Promise<LogHead | null> {
  return db.first(read<LogHead>`
    SELECT origin, size, checkpoint, checkpoint_at, refused_at FROM audit_logs
    WHERE tenant_id = ${db.tenantId}::uuid`);
}

/** Returns the last position of the tenant's log; -1 before its first event. */
export async function readLogEnd(db: LateQueryable): Promise<number> {
  const row = await db.first(
    read<{ size: number }>`SELECT size FROM audit_logs WHERE tenant_id = ${db.tenantId}::uuid`,
  );
  return (row?.size ?? 0) - 1;
}

/** A stored tile: 256 hashes, or fewer at the log's end. */
export interface StoredTile extends Tile {
  hashes: Uint8Array;
}

/** Reads the requested tiles that exist, in any order. */
export function readTiles(db: LateQueryable, tiles: readonly Tile[]): Promise<StoredTile[]> {
  const requested = sql`unnest(${tiles.map((tile) => tile.level)}::smallint[], ${tiles.map((tile) => tile.number)}::bigint[])
    AS asked (level, number)`;
  return db.query(read<StoredTile>`
    SELECT t.level, t.number, t.hashes FROM ${requested}
    JOIN audit_log_tiles t ON t.tenant_id = ${db.tenantId}::uuid AND t.level = asked.level AND t.number = asked.number
    UNION ALL
    SELECT h.level, h.position / 256, string_agg(h.hash, ''::bytea ORDER BY h.position) FROM ${requested}
    JOIN audit_log_hashes h ON h.tenant_id = ${db.tenantId}::uuid AND h.level = asked.level
      AND h.position >= asked.number * 256 AND h.position < (asked.number + 1) * 256
    GROUP BY 1, 2`);
}

/** Reads entries from a position on, in order. Entries whose events were deleted are missing.
 *  @param count number of positions */
export function readEntries(
  db: LateQueryable,
  from: number,
  count: number,
): Promise<{ position: number; entry: Uint8Array }[]> {
  return db.query(read<{ position: number; entry: Uint8Array }>`
    SELECT position, entry FROM audit_log_entries
    WHERE tenant_id = ${db.tenantId}::uuid AND position >= ${from}::bigint AND position < ${from + count}::bigint
    ORDER BY position`);
}

/** An event with its position in the log. */
export interface LoggedEvent extends StoredAuditEvent {
  position: number;
  /** Its log entry and salts, if requested. */
  opening?: { entry: Uint8Array; salts: Salts };
}

/** Filter for events of the log. Absent and null fields do not restrict it. */
export interface LogFilter {
  /** Whether to include each event's log entry and salts. */
  isOpened?: boolean;
  /** Only events of this environment; otherwise those of the whole tenant. */
  environmentId?: string | null;
  /** Any of these kinds; `user.*` means all kinds of a noun. */
  kinds?: readonly string[] | null;
  /** Id of the actor. */
  actor?: string | null;
  /** Id of one of the event's targets. */
  target?: string | null;
  /** Earliest time of the event, inclusive. */
  since?: Date | null;
  /** Latest time of the event, exclusive. */
  until?: Date | null;
}

/** Returns the matching events in the next positions of the log, in its order.
 *  @param slice the position that it starts after, and its number of positions
 *  @returns the events, and the last position of the slice: null if the log ends before it */
export async function readLoggedEvents(
  db: LateQueryable,
  filter: LogFilter,
  slice: { after: number; positions: number },
): Promise<{ events: LoggedEvent[]; lookedTo: number | null }> {
  const range = sql`l.tenant_id = ${db.tenantId}::uuid AND l.position > ${slice.after}::bigint
    AND l.position <= ${slice.after + slice.positions}::bigint`;
  // The end is read first: everything before it is visible to the second statement.
  const [looked, events] = await Promise.all([
    db.first(read<{ to: number | null }>`
      SELECT LEAST(size - 1, ${slice.after + slice.positions}::bigint) AS to FROM audit_logs
      WHERE tenant_id = ${db.tenantId}::uuid AND size - 1 > ${slice.after}::bigint`),
    db.query(read<LoggedEvent | ProvableRow>`
      SELECT ${filter.isOpened ? provableColumns : sql`l.position`}, ${eventColumns}
      FROM audit_log_entries l JOIN tenant_audit_events e ON e.id = l.event_id
      WHERE ${range} AND ${matches(filter)} ORDER BY l.position`),
  ]);
  const lookedTo = looked?.to ?? null;
  // Events appended between the two statements belong to the next slice.
  return {
    events: events
      .filter(({ position }) => lookedTo !== null && position <= lookedTo)
      .map((event) => ("recordSalt" in event ? opened(event) : event)),
    lookedTo,
  };
}

/** Finds an event of the environment, with its position: null while it is not in the log. Returns null if
 *  there is no such event. */
export function findTrailEvent(
  db: LateQueryable,
  id: string,
): Promise<(StoredAuditEvent & { position: number | null }) | null> {
  return db.first(read<StoredAuditEvent & { position: number | null }>`
    SELECT l.position, ${eventColumns}
    FROM tenant_audit_events e LEFT JOIN audit_log_entries l ON l.event_id = e.id AND l.tenant_id = e.tenant_id
    WHERE e.tenant_id = ${db.tenantId}::uuid AND e.environment_id = ${db.environmentId}::uuid AND e.id = ${id}::uuid`);
}

/** An event with everything needed to prove it. */
export interface ProvableEvent extends LoggedEvent {
  environmentId: string | null;
  entry: Uint8Array;
  salts: Salts;
}

/** Salts of an entry as its row has them. */
export interface SaltColumns {
  recordSalt: Uint8Array | null;
  actorSalt: Uint8Array | null;
  targetsSalt: Uint8Array | null;
  contextSalt: Uint8Array | null;
  metadataSalt: Uint8Array | null;
}

type ProvableRow = Omit<ProvableEvent, "salts"> & SaltColumns;

/** Collects the salts of a row. */
export function withSalts<Row extends SaltColumns>(
  row: Row,
): Omit<Row, keyof SaltColumns> & { salts: Salts } {
  const { recordSalt, actorSalt, targetsSalt, contextSalt, metadataSalt, ...rest } = row;
  const salts = { record: recordSalt, actor: actorSalt, targets: targetsSalt };
  return { ...rest, salts: { ...salts, context: contextSalt, metadata: metadataSalt } };
}

function opened(row: ProvableRow): LoggedEvent {
  const { environmentId: _, entry, salts, ...event } = withSalts(row);
  return { ...event, opening: { entry, salts } };
}

const provableColumns = sql`l.position, l.environment_id, l.entry, l.record_salt, l.actor_salt, l.targets_salt, l.context_salt,
  l.metadata_salt`;

/** Finds one event with its position and salts; null if there is none, or it is not in the log yet. */
export async function findProvableEvent(
  db: LateQueryable,
  id: string,
): Promise<ProvableEvent | null> {
  const row = await db.first(read<ProvableRow>`
    SELECT ${provableColumns}, ${eventColumns}
    FROM audit_log_entries l JOIN tenant_audit_events e ON e.id = l.event_id
    WHERE l.tenant_id = ${db.tenantId}::uuid AND l.event_id = ${id}::uuid`);
  return row && withSalts(row);
}

/** Reads events of the whole tenant with everything needed to prove them, from a position on, in the log's
 *  order.
 *  @param count number of positions */
export async function readProvableEvents(
  db: LateQueryable,
  from: number,
  count: number,
): Promise<ProvableEvent[]> {
  const rows = await db.query(read<ProvableRow>`
    SELECT ${provableColumns}, ${eventColumns}
    FROM audit_log_entries l JOIN tenant_audit_events e ON e.id = l.event_id
    WHERE l.tenant_id = ${db.tenantId}::uuid AND l.position >= ${from}::bigint AND l.position < ${from + count}::bigint
    ORDER BY l.position`);
  return rows.map(withSalts);
}

const eventColumns = sql`
  e.id, e.kind, e.source, e.event_id, e.actor, e.targets, e.context, e.metadata,
  (SELECT key FROM environments WHERE id = e.environment_id) AS environment, e.occurred_at, e.received_at`;

function matches(filter: LogFilter): Sql {
  const all = [sql`TRUE`];
  if (filter.environmentId) all.push(sql`l.environment_id = ${filter.environmentId}::uuid`);
  if (filter.kinds) all.push(kindMatches(filter.kinds));
  if (filter.actor) all.push(sql`e.actor->>'id' = ${filter.actor}::text`);
  if (filter.target) all.push(sql`e.targets @> ${JSON.stringify([{ id: filter.target }])}::jsonb`);
  if (filter.since) all.push(sql`e.occurred_at >= ${filter.since}::timestamptz`);
  if (filter.until) all.push(sql`e.occurred_at < ${filter.until}::timestamptz`);
  return join(all, " AND ");
}

function kindMatches(kinds: readonly string[]): Sql {
  const nouns = kinds.filter((kind) => kind.endsWith(".*")).map((kind) => kind.slice(0, -1));
  return sql`(e.kind = ANY(${[...kinds]}::text[])
    OR EXISTS (SELECT FROM unnest(${nouns}::text[]) noun WHERE starts_with(e.kind, noun)))`;
}
