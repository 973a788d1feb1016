import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Has a stream say nothing of these subjects. */
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

/** Has streams that say nothing of addresses say nothing of a subject either. */
export async function insertRemovalsBeside(
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

/** Has a stream speak of these subjects again.
 *  @returns how many of them it did not speak of */
export function deleteRemovals(
  db: Queryable,
  streamId: string,
  hashes: readonly Buffer<ArrayBuffer>[],
): Promise<number> {
  return db.execute(lock`
    DELETE FROM signal_removals
    WHERE stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid AND subject_hash = ANY(${[...hashes]}::bytea[])`);
}

/** How many subjects a stream says nothing of. */
export async function countRemovals(db: Queryable, streamId: string): Promise<number> {
  const row = await db.first(read<{ count: number }>`
    SELECT count(*) AS count FROM signal_removals
    WHERE stream_id = ${streamId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
  return row?.count ?? 0;
}

/** Those of the subjects that a stream says nothing of, as hexadecimal digits. */
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
