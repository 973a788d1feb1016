import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import { readEntries, readTiles } from "@/lib/features/audit-log/log/log-reading-store";
import { HASH_BYTES, parseTilePath, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { LateQueryable } from "@/lib/kernel/db/queryable";

/** Returns a file of the tenant's log, by its path below the log's address (C2SP tlog-tiles): `checkpoint`
 *  with the cosignatures of witnesses, a tile of hashes, or a bundle of entries. A partial tile contains
 *  only what its path requests, even if the log has grown.
 *  @returns its bytes; null if it does not exist, or not all of it: entries are deleted with their
 *  events */
export async function readLogFile(db: LateQueryable, path: string): Promise<Uint8Array | null> {
  if (path === "checkpoint") {
    const served = await readServedCheckpoint(db);
    return served && Buffer.from(served.checkpoint);
  }
  const requested = parseTilePath(path);
  if (!requested) return null;
  const { level, number, width } = requested;
  if (level === "entries") return bundle(await readEntries(db, number * TILE_WIDTH, width), width);
  const [tile] = await readTiles(db, [{ level, number }]);
  const hashes = tile?.hashes.subarray(0, width * HASH_BYTES);
  return hashes?.length === width * HASH_BYTES ? hashes : null;
}

/** Concatenates entries, each after its length in two bytes (C2SP tlog-tiles, Log entries). */
function bundle(entries: readonly { entry: Uint8Array }[], width: number): Uint8Array | null {
  if (entries.length !== width) return null;
  return Buffer.concat(
    entries.flatMap(({ entry }) => [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]),
  );
}
