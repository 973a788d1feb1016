import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Excludes subjects from a stream. */
export async function insertRemovals(
  db: Queryable,
  streamId: string,
  hashes: readonly Buffer<ArrayBuffer>[],
  at: Date,
): Promise<void> {
  await db.execute(write`
    INSERT INTO signal_removals (tenant_id, environment_id, stream_id, subject_hash, created_at)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${streamId}::uuid, hash, ${at}::timestamptz
    FROM unnest(${[...hashes]}::bytea[]) AS hash
    ON CONFLICT DO NOTHING`);
}

/** Excludes a subject from all streams that exclude one of the addresses. */
export async function insertRemovalsOfUser(
  db: Queryable,
  addresses: readonly Buffer<ArrayBuffer>[],
  subject: Buffer<ArrayBuffer>,
): Promise<void> {
  await db.execute(write`
    INSERT INTO signal_removals (tenant_id, environment_id, stream_id, subject_hash, created_at)
    SELECT DISTINCT ON (r.stream_id) r.tenant_id, r.environment_id, r.stream_id, ${subject}::bytea, r.created_at
    FROM signal_streams s JOIN signal_removals r ON r.stream_id = s.id AND r.subject_hash = ANY(${[...addresses]}::bytea[])
    WHERE s.tenant_id = ${db.tenantId}::uuid AND s.environment_id = ${db.environmentId}::uuid
    ON CONFLICT DO NOTHING`);
}

/** Includes subjects in a stream again.
 *  @returns the number of subjects that had been excluded */
export function deleteRemovals(
  db: Queryable,
  streamId: string,
  hashes: readonly Buffer<ArrayBuffer>[],
): Promise<number> {
  return db.execute(lock`
    DELETE FROM signal_removals
    WHERE stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid AND subject_hash = ANY(${[...hashes]}::bytea[])`);
}

/** Counts the excluded subjects of a stream. */
export async function countRemovals(db: Queryable, streamId: string): Promise<number> {
  const row = await db.first(read<{ count: number }>`
    SELECT count(*) AS count FROM signal_removals
    WHERE stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
  return row?.count ?? 0;
}

/** Returns those of the subjects that a stream excludes, in hexadecimal. */
export async function removedAmong(
  db: Queryable,
  streamId: string,
  hashes: readonly Buffer<ArrayBuffer>[],
): Promise<Set<string>> {
  const rows = await db.query(read<{ hash: string }>`
    SELECT encode(subject_hash, 'hex') AS hash FROM signal_removals
    WHERE stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid AND subject_hash = ANY(${[...hashes]}::bytea[])`);
  return new Set(rows.map(({ hash }) => hash));
}
