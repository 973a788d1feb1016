import type { TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** A stream that nobody uses, in whatever tenant it is. */
export interface IdleStream extends TenantScope {
  streamId: string;
}

/** Streams whose receivers did nothing with them for so long, by PostgreSQL's clock, the one that waited longest first. */
export function idleStreams(idleSeconds: number, atMost: number): Promise<IdleStream[]> {
  return unscoped.query(read<IdleStream>`
    SELECT stream_id, tenant_id, environment_id FROM atrium_idle_streams(${idleSeconds}::float8, ${atMost}::int)`);
}

/** Deletes such a stream, unless its receiver came back.
 *  @returns whether this call deleted it */
export async function deleteIdleStream(
  db: Queryable,
  id: string,
  idleSeconds: number,
): Promise<boolean> {
  const deleted = await db.execute(lock`
    DELETE FROM signal_streams
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND active_at < now() - make_interval(secs => ${idleSeconds}::float8)`);
  return deleted === 1;
}
