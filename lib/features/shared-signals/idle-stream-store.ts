import type { TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** An unused stream of any tenant. */
export interface IdleStream extends TenantScope {
  streamId: string;
}

/** Lists streams that their receivers have not used for a time, by PostgreSQL's clock, the longest
 *  first. */
export function idleStreams(idleSeconds: number, atMost: number): Promise<IdleStream[]> {
  return unscoped.query(read<IdleStream>`
    SELECT stream_id, tenant_id, environment_id FROM atrium_idle_streams(${idleSeconds}::float8, ${atMost}::int)`);
}

/** Deletes an idle stream, unless its receiver has used it meanwhile.
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
