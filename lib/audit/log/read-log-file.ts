import { readLogHead, readTiles } from "@/lib/audit/log/log-reading-store";
import { HASH_BYTES, parseTilePath } from "@/lib/audit/log/tile";
import type { LateQueryable } from "@/lib/db/queryable";

/** A file of the tenant's log, by its path below the log's address (C2SP tlog-tiles): `checkpoint`, or a tile of hashes. Whatever the
 *  log grew by meanwhile is left out of a tile that was asked for in part.
 *  @returns its bytes; null when there is no such file, or not as much of it as is asked for */
export async function readLogFile(db: LateQueryable, path: string): Promise<Uint8Array | null> {
  if (path === "checkpoint") {
    const head = await readLogHead(db);
    return head && Buffer.from(head.checkpoint);
  }
  const asked = parseTilePath(path);
  if (!asked || asked.level === "entries") return null;
  const [tile] = await readTiles(db, [{ level: asked.level, number: asked.number }]);
  const hashes = tile?.hashes.subarray(0, asked.width * HASH_BYTES);
  return hashes?.length === asked.width * HASH_BYTES ? hashes : null;
}
