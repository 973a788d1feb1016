import type {
  SignalStream,
  StreamSettings,
  StreamStatus,
} from "@/lib/features/shared-signals/stream";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

/** Columns of a stream with its receiver's client id; the tables have the aliases `s` and `c`. */
const columns = sql`
  s.id, s.credential_id, c.client_id AS audience, s.description, s.events_requested, s.status, s.status_reason, s.position,
  s.created_at, s.updated_at, s.polled_at, s.verified_at`;

const streams = sql`signal_streams s JOIN credentials c ON c.id = s.credential_id AND c.tenant_id = s.tenant_id`;

const ofReceiver = (db: Queryable, credentialId: string) => sql`
  s.environment_id = ${db.environmentId}::uuid AND s.credential_id = ${credentialId}::uuid`;

/** Lists the streams of a receiver, the oldest first. */
export function listStreams(db: Queryable, credentialId: string): Promise<SignalStream[]> {
  return db.query(read<SignalStream>`
    SELECT ${columns} FROM ${streams} WHERE ${ofReceiver(db, credentialId)} ORDER BY s.id`);
}

/** Returns the receiver's stream with this id.
 *  @param id as the receiver sent it, maybe malformed */
export async function findStream(
  db: Queryable,
  credentialId: string,
  id: string,
): Promise<SignalStream | null> {
  if (!isId(id)) return null;
  return db.first(read<SignalStream>`
    SELECT ${columns} FROM ${streams} WHERE ${ofReceiver(db, credentialId)} AND s.id = ${id}::uuid`);
}

/** Like `findStream`, and locks the row until the transaction ends: polls of a stream run one after the
 *  other.
 *  @param id as the receiver sent it, maybe malformed */
export async function holdStream(
  db: Queryable,
  credentialId: string,
  id: string,
): Promise<SignalStream | null> {
  if (!isId(id)) return null;
  return db.first(lock<SignalStream>`
    SELECT ${columns} FROM ${streams} WHERE ${ofReceiver(db, credentialId)} AND s.id = ${id}::uuid FOR UPDATE OF s`);
}

/** Counts the streams of a receiver, and locks its credential, so that no other stream is created
 *  meanwhile. */
export async function countStreams(db: Queryable, credentialId: string): Promise<number> {
  await db.query(
    lock`SELECT id FROM credentials WHERE id = ${credentialId}::uuid FOR NO KEY UPDATE`,
  );
  const row = await db.first(read<{ count: number }>`
    SELECT count(*) AS count FROM signal_streams s WHERE ${ofReceiver(db, credentialId)}`);
  return row?.count ?? 0;
}

/** Stores a new stream that starts after a position of the log. */
export async function insertStream(
  db: Queryable,
  stream: StreamSettings & { id: string; credentialId: string; position: number; at: Date },
): Promise<void> {
  const { id, credentialId, description, eventsRequested, position, at } = stream;
  await db.execute(write`
    INSERT INTO signal_streams (id, tenant_id, environment_id, credential_id, description, events_requested, position, created_at,
      updated_at, active_at)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${credentialId}::uuid, ${description},
      ${eventsRequested}::text[], ${position}::bigint, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)`);
}

/** Changes the settings of a stream. */
export async function writeSettings(
  db: Queryable,
  id: string,
  { description, eventsRequested }: StreamSettings,
  at: Date,
): Promise<void> {
  await db.execute(lock`
    UPDATE signal_streams SET description = ${description}, events_requested = ${eventsRequested}::text[],
      updated_at = ${at}::timestamptz, active_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Changes the status of a stream. */
export async function writeStatus(
  db: Queryable,
  id: string,
  { status, reason, position }: { status: StreamStatus; reason: string | null; position: number },
  at: Date,
): Promise<void> {
  await db.execute(lock`
    UPDATE signal_streams SET status = ${status}::signal_stream_status, status_reason = ${reason},
      position = GREATEST(position, ${position}::bigint), updated_at = ${at}::timestamptz, active_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Records that a stream was polled, and its new position in the log. */
export async function notePolled(
  db: Queryable,
  id: string,
  position: number,
  at: Date,
): Promise<void> {
  await db.execute(lock`
    UPDATE signal_streams SET position = ${position}::bigint, polled_at = ${at}::timestamptz, active_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Records that a receiver uses its stream. */
export async function noteUse(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(lock`
    UPDATE signal_streams SET active_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Records a requested verification. */
export async function noteVerification(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(lock`
    UPDATE signal_streams SET verified_at = ${at}::timestamptz, active_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Deletes a stream with its waiting signals.
 *  @returns whether it existed */
export async function deleteStreamRow(db: Queryable, id: string): Promise<boolean> {
  const deleted = await db.execute(lock`
    DELETE FROM signal_streams WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return deleted === 1;
}

/** Whether a poll of an enabled stream may return something: a waiting signal, or a part of the log that
 *  was not read. Also true if the stream is deleted or not enabled, which the poll then reports. */
export async function hasNews(db: Queryable, id: string): Promise<boolean> {
  const row = await db.first(read<{ quiet: boolean }>`
    SELECT s.status = 'enabled' AND NOT EXISTS (SELECT FROM signals w WHERE w.stream_id = s.id)
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = s.tenant_id AND g.size - 1 > s.position) AS quiet
    FROM signal_streams s WHERE s.id = ${id}::uuid AND s.environment_id = ${db.environmentId}::uuid`);
  return !row?.quiet;
}
