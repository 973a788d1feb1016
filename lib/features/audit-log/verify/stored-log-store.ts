import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import type { Salts } from "@/lib/features/audit-log/log/log-entry";
import {
  type LogHead,
  type SaltColumns,
  withSalts,
} from "@/lib/features/audit-log/log/log-reading-store";
import { type LateQueryable, read, sql } from "@/lib/kernel/db/queryable";

/** Head of a stored log, with the hashes of its unfinished tiles. */
export interface StoredHead extends LogHead {
  pending: { level: number; position: number; hash: Uint8Array }[];
}

/** Maximum number of witnesses whose notes are read. */
const MOST_WITNESSES = 100;

/** Returns the last checkpoint that each witness has cosigned, as a note with the witness's line. */
export async function readCosignedNotes(db: LateQueryable): Promise<string[]> {
  const rows = await db.query(read<{ note: string }>`
    SELECT checkpoint || cosignature AS note FROM audit_witness_notes
    WHERE tenant_id = ${db.tenantId}::uuid AND checkpoint IS NOT NULL AND cosignature IS NOT NULL
    ORDER BY witness LIMIT ${MOST_WITNESSES}::int`);
  return rows.map(({ note }) => note);
}

/** More than the unfinished tiles of any log have. */
const MOST_PENDING = 4_000;

/** Returns the log's head and unfinished hashes, from one snapshot; null if it has no head. */
export async function readStoredHead(db: LateQueryable): Promise<StoredHead | null> {
  const rows = await db.query(read<
    LogHead & { level: number | null; position: number; hash: Uint8Array }
  >`
    SELECT g.origin, g.size, g.checkpoint, g.checkpoint_at, g.refused_at, h.level, h.position, h.hash
    FROM audit_logs g LEFT JOIN audit_log_hashes h ON h.tenant_id = g.tenant_id
    WHERE g.tenant_id = ${db.tenantId}::uuid ORDER BY h.level, h.position LIMIT ${MOST_PENDING}::int`);
  const [first] = rows;
  if (!first) return null;
  const { level: _l, position: _p, hash: _h, ...head } = first;
  const pending = rows.flatMap(({ level, position, hash }) =>
    level === null ? [] : [{ level, position, hash }],
  );
  return { ...head, pending };
}

/** Reads complete tiles of a level, from a number on.
 *  @returns their hashes, by number */
export async function readWholeTiles(
  db: LateQueryable,
  level: number,
  from: number,
  count: number,
): Promise<Map<number, Uint8Array>> {
  const tiles = await db.query(read<{ number: number; hashes: Uint8Array }>`
    SELECT number, hashes FROM audit_log_tiles
    WHERE tenant_id = ${db.tenantId}::uuid AND level = ${level}::smallint
      AND number >= ${from}::bigint AND number < ${from + count}::bigint`);
  return new Map(tiles.map(({ number, hashes }) => [number, hashes]));
}

/** A stored entry, with its event if that still exists. */
export interface StoredEntry {
  position: number;
  entry: Uint8Array;
  salts: Salts;
  isMisfiled: boolean;
  event: StoredAuditEvent | null;
}

type EntryRow = Omit<StoredAuditEvent, "id"> &
  Omit<StoredEntry, "salts" | "event"> &
  SaltColumns & { id: string | null };

const entryColumns = sql`l.position, l.entry, l.record_salt, l.actor_salt, l.targets_salt, l.context_salt, l.metadata_salt,
  l.environment_id IS DISTINCT FROM e.environment_id AS is_misfiled,
  e.id, e.kind, e.source, e.event_id, e.actor, e.targets, e.context, e.metadata,
  (SELECT key FROM environments WHERE id = e.environment_id) AS environment, e.occurred_at, e.received_at`;

/** Reads entries from a position on, in order.
 *  @param count number of positions */
export async function readStoredEntries(
  db: LateQueryable,
  from: number,
  count: number,
): Promise<StoredEntry[]> {
  const rows = await db.query(read<EntryRow>`
    SELECT ${entryColumns} FROM audit_log_entries l LEFT JOIN tenant_audit_events e ON e.id = l.event_id
    WHERE l.tenant_id = ${db.tenantId}::uuid AND l.position >= ${from}::bigint AND l.position < ${from + count}::bigint
    ORDER BY l.position`);
  return rows.map(entryOf);
}

/** Reads entries at positions that the log does not have. */
export async function readStrayEntries(db: LateQueryable): Promise<StoredEntry[]> {
  const rows = await db.query(read<EntryRow>`
    SELECT ${entryColumns} FROM (
      (SELECT * FROM audit_log_entries WHERE tenant_id = ${db.tenantId}::uuid AND position < 0 ORDER BY position LIMIT 100)
      UNION ALL
      (SELECT * FROM audit_log_entries WHERE tenant_id = ${db.tenantId}::uuid
        AND position >= COALESCE((SELECT size FROM audit_logs WHERE tenant_id = ${db.tenantId}::uuid), 0)
        ORDER BY position LIMIT 100)) l
    LEFT JOIN tenant_audit_events e ON e.id = l.event_id
    ORDER BY l.position LIMIT 100`);
  return rows.map(entryOf);
}

function entryOf(row: EntryRow): StoredEntry {
  const { position, entry, isMisfiled, salts, id, ...event } = withSalts(row);
  const stored = id === null ? null : { ...event, id };
  return { position, entry, salts, isMisfiled: stored !== null && isMisfiled, event: stored };
}

/** Reads tiles that the log does not have. */
export function readStrayTiles(db: LateQueryable): Promise<{ level: number; number: number }[]> {
  return db.query(read<{ level: number; number: number }>`
    SELECT t.level, t.number FROM audit_log_tiles t
    WHERE t.tenant_id = ${db.tenantId}::uuid AND (t.level < 0 OR t.number < 0 OR t.number >=
      trunc(COALESCE((SELECT size FROM audit_logs WHERE tenant_id = t.tenant_id), 0) / 256::numeric ^ (t.level + 1)))
    ORDER BY t.level, t.number LIMIT 100`);
}

/** Place in a walk through the trail. */
export interface TrailPlace {
  occurredAt: Date;
  id: string;
}

/** An event without an entry. */
export interface Unlogged {
  id: string;
  /** Whether the sequencer has passed its transaction, and does not skip the event. */
  wasPassed: boolean;
}

/** Reads the next events of the trail, in its own order, and those of them without an entry. Each entry is
 *  looked up separately: a join would read all entries for every slice.
 *  @param place of the sequencer before the walk
 *  @returns `next` is null at the end */
export async function readUnlogged(
  db: LateQueryable,
  place: SequencerPlace,
  after: TrailPlace | null,
  atMost: number,
): Promise<{ events: Unlogged[]; next: TrailPlace | null }> {
  const rows = await db.query(read<TrailPlace & { isLogged: boolean; wasPassed: boolean }>`
    SELECT e.id, e.occurred_at,
      (SELECT COALESCE(pg_visible_in_snapshot(w.written_in, ${place.seen}::pg_snapshot), true)
           AND (${place.lookFrom}::uuid IS NULL OR w.id <= ${place.lookFrom}::uuid)
           AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = w.tenant_id AND g.refused_at IS NOT NULL
             AND COALESCE(w.written_in >= g.refused_from, true))
         FROM audit_events w WHERE w.id = e.id) AS was_passed,
      (SELECT l.tenant_id FROM audit_log_entries l WHERE l.event_id = e.id LIMIT 1) IS NOT DISTINCT FROM ${db.tenantId}::uuid AS is_logged
    FROM tenant_audit_events e
    WHERE (e.occurred_at, e.id) > (${after?.occurredAt ?? new Date(0)}::timestamptz, ${after?.id ?? NIL}::uuid)
    ORDER BY e.occurred_at, e.id LIMIT ${atMost}::int`);
  const last = rows.length === atMost ? rows.at(-1) : undefined;
  return {
    events: rows.filter(({ isLogged }) => !isLogged),
    next: last ? { occurredAt: last.occurredAt, id: last.id } : null,
  };
}

const NIL = "00000000-0000-0000-0000-000000000000";

/** Progress of the sequencer (`atrium_log_place`). */
export interface SequencerPlace {
  seen: string;
  lookFrom: string | null;
}

/** Returns the progress of the sequencer. */
export async function readSequencerPlace(db: LateQueryable): Promise<SequencerPlace> {
  const row = await db.first(read<SequencerPlace>`
    SELECT seen::text, look_from FROM atrium_log_place()`);
  if (!row) throw new Error("The cursor of the logs is not there");
  return row;
}

/** Bounds that decide whether an event may be missing. */
export interface TrailBounds {
  /** Retention, as it is set now, may have deleted events from before this moment. */
  keptSince: Date;
  /** Retention may have deleted events from before this moment, with any former setting. */
  keptAtLeastSince: Date;
  createdAt: Date;
}

/** Returns since when the tenant's events must exist, by PostgreSQL's clock. */
export async function readTrailBounds(db: LateQueryable): Promise<TrailBounds> {
  const row = await db.first(read<TrailBounds>`
    SELECT date_trunc('month', now() - make_interval(days => atrium_audit_event_days(t.id)), 'UTC') AS kept_since,
      now() - make_interval(days => d.audit_event_least_days) AS kept_at_least_since,
      t.created_at
    FROM tenants t, retention_defaults d WHERE t.id = ${db.tenantId}::uuid`);
  if (!row) throw new Error("A transaction is bound to a tenant that does not exist");
  return row;
}
