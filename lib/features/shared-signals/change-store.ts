import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** A change of a stream. Its position in the log is that of the audit event that refers to it
 *  (`metadata.change`). */
export type StreamChange =
  /** The stream delivers events from now on. */
  | { kind: "begun" }
  /** The receiver requested other events than these before; null stands for all of them. */
  | { kind: "requested"; eventsBefore: readonly string[] | null }
  /** The stream excludes these subjects, or includes them again. */
  | { kind: "removed" | "added"; hashes: readonly Buffer<ArrayBuffer>[] };

/** A change whose position in the log has not been reached yet. */
export interface PendingChange {
  id: string;
  kind: StreamChange["kind"];
  /** In hexadecimal. */
  hashes: string[];
  eventsBefore: string[] | null;
}

/** Stores a change until its position in the log is reached. */
export async function insertChange(
  db: Queryable,
  streamId: string,
  { id, change, at }: { id: string; change: StreamChange; at: Date },
): Promise<void> {
  const hashes = "hashes" in change ? change.hashes : [];
  const before = "eventsBefore" in change ? change.eventsBefore : null;
  await db.execute(write`
    INSERT INTO signal_changes (id, tenant_id, environment_id, stream_id, kind, subject_hashes, events_before, created_at)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${streamId}::uuid, ${change.kind}::signal_change_kind,
      ${[...hashes]}::bytea[], ${before && [...before]}::text[], ${at}::timestamptz)`);
}

/** Lists pending changes, the oldest first. */
export function listChanges(db: Queryable, streamId: string): Promise<PendingChange[]> {
  return db.query(read<PendingChange>`
    SELECT id, kind, ARRAY(SELECT encode(hash, 'hex') FROM unnest(subject_hashes) AS hash) AS hashes, events_before
    FROM signal_changes WHERE ${of(db, streamId)} ORDER BY id`);
}

/** Counts pending changes. */
export async function countChanges(db: Queryable, streamId: string): Promise<number> {
  const row = await db.first(read<{ count: number }>`
    SELECT count(*) AS count FROM signal_changes WHERE ${of(db, streamId)}`);
  return row?.count ?? 0;
}

/** Deletes changes. */
export async function deleteChanges(
  db: Queryable,
  streamId: string,
  ids: readonly string[],
): Promise<void> {
  await db.execute(lock`
    DELETE FROM signal_changes WHERE ${of(db, streamId)} AND id = ANY(${[...ids]}::uuid[])`);
}

/** Extends pending changes about addresses to a subject, as if the receiver had named it too. */
export async function extendPendingChanges(
  db: Queryable,
  addresses: readonly Buffer<ArrayBuffer>[],
  subject: Buffer<ArrayBuffer>,
): Promise<void> {
  const streams = sql`SELECT id FROM signal_streams
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid`;
  await db.execute(lock`
    UPDATE signal_changes SET subject_hashes = subject_hashes || ${subject}::bytea
    WHERE stream_id IN (${streams}) AND subject_hashes && ${[...addresses]}::bytea[]`);
}

const of = (db: Queryable, streamId: string) => sql`
  stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid`;
