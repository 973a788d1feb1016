import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** A signal that waits for its receiver, with its event. */
export interface WaitingSignal {
  jti: string;
  /** Index among the event's signals. */
  ordinal: number;
  createdAt: Date;
  /** State of a verification, returned to the receiver; null for other signals, and if none was passed. */
  state: string | null;
  isVerification: boolean;
  /** Null for a verification, and after the trail has deleted the event. */
  event: Pick<
    StoredAuditEvent,
    "id" | "kind" | "actor" | "targets" | "context" | "metadata" | "occurredAt" | "source"
  > | null;
}

type Row = Omit<WaitingSignal, "event"> & {
  eventId: string | null;
} & Omit<NonNullable<WaitingSignal["event"]>, "id" | "kind"> & { kind: string | null };

/** Returns the signals that have waited longest. */
export async function nextSignals(
  db: Queryable,
  streamId: string,
  atMost: number,
): Promise<WaitingSignal[]> {
  const rows = await db.query(read<Row>`
    SELECT s.jti, s.ordinal, s.created_at, s.state, s.event_id IS NULL AS is_verification, s.event_id,
      e.kind, e.actor, e.targets, e.context, e.metadata, e.occurred_at, e.source
    FROM signals s LEFT JOIN tenant_audit_events e ON e.id = s.event_id
    WHERE s.stream_id = ${streamId}::uuid AND s.tenant_id = ${db.tenantId}::uuid
    ORDER BY s.position, s.ordinal, s.jti LIMIT ${atMost}::int`);
  return rows.map(
    ({ jti, ordinal, createdAt, state, isVerification, eventId, kind, ...event }) => ({
      ...{ jti, ordinal, createdAt, state, isVerification },
      event: eventId !== null && kind !== null ? { id: eventId, kind, ...event } : null,
    }),
  );
}

/** Counts waiting signals. */
export async function countSignals(db: Queryable, streamId: string): Promise<number> {
  const row = await db.first(read<{ count: number }>`
    SELECT count(*) AS count FROM signals WHERE ${of(db, streamId)}`);
  return row?.count ?? 0;
}

/** A signal to add. */
export interface NewSignal {
  jti: string;
  position: number;
  eventId: string;
  ordinal: number;
}

/** Adds signals of events. Existing ones stay unchanged. */
export async function insertSignals(
  db: Queryable,
  streamId: string,
  signals: readonly NewSignal[],
  at: Date,
): Promise<void> {
  if (signals.length === 0) return;
  await db.execute(write`
    INSERT INTO signals (jti, tenant_id, environment_id, stream_id, position, event_id, ordinal, created_at)
    SELECT jti, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${streamId}::uuid, position, event_id, ordinal, ${at}::timestamptz
    FROM unnest(${signals.map(({ jti }) => jti)}::uuid[], ${signals.map(({ position }) => position)}::bigint[],
      ${signals.map(({ eventId }) => eventId)}::uuid[], ${signals.map(({ ordinal }) => ordinal)}::smallint[])
      AS added (jti, position, event_id, ordinal)
    ON CONFLICT (stream_id, event_id, ordinal) DO NOTHING`);
}

/** Maximum number of waiting verifications: older ones are deleted. */
const MOST_VERIFICATIONS = 10;

/** Adds a verification after the waiting signals. */
export async function insertVerification(
  db: Queryable,
  streamId: string,
  signal: { jti: string; position: number; state: string | null },
  at: Date,
): Promise<void> {
  const { jti, position, state } = signal;
  await db.execute(write`
    INSERT INTO signals (jti, tenant_id, environment_id, stream_id, position, ordinal, state, created_at)
    VALUES (${jti}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${streamId}::uuid, ${position}::bigint, 32767::smallint,
      ${state}, ${at}::timestamptz)`);
  await db.execute(lock`
    DELETE FROM signals WHERE ${of(db, streamId)} AND event_id IS NULL AND jti NOT IN (
      SELECT jti FROM signals WHERE ${of(db, streamId)} AND event_id IS NULL ORDER BY jti DESC LIMIT ${MOST_VERIFICATIONS}::int)`);
}

/** Deletes signals.
 *  @param jtis unknown ones are ignored */
export async function deleteSignals(
  db: Queryable,
  streamId: string,
  jtis: readonly string[],
): Promise<number> {
  if (jtis.length === 0) return 0;
  return db.execute(lock`
    DELETE FROM signals WHERE ${of(db, streamId)} AND jti = ANY(${[...jtis]}::uuid[])`);
}

/** Deletes all waiting signals. */
export async function deleteAllSignals(db: Queryable, streamId: string): Promise<void> {
  await db.execute(lock`DELETE FROM signals WHERE ${of(db, streamId)}`);
}

const of = (db: Queryable, streamId: string) => sql`
  stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid`;
