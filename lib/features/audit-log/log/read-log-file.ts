import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import { readEntries, readTiles } from "@/lib/features/audit-log/log/log-reading-store";
import { HASH_BYTES, parseTilePath, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { LateQueryable } from "@/lib/kernel/db/queryable";

/** A file of the tenant's log, by its path below the log's address (C2SP tlog-tiles): `checkpoint` with the
 *  cosignatures of witnesses, a tile of hashes, or
 *  a bundle of entries. Whatever the log grew by meanwhile is left out of a tile that was asked for in part.
 *  @returns its bytes; null when there is no such file, or not as much of it as is asked for: entries leave with their events */
export async function readLogFile(db: LateQueryable, path: string): Promise<Uint8Array | null> {
  if (path === "checkpoint") {
    const served = await readServedCheckpoint(db);
    return served && Buffer.from(served.checkpoint);
  }
  const asked = parseTilePath(path);
  if (!asked) return null;
  const { level, number, width } = asked;
  if (level === "entries") return bundle(await readEntries(db, number * TILE_WIDTH, width), width);
  const [tile] = await readTiles(db, [{ level, number }]);
  const hashes = tile?.hashes.subarray(0, width * HASH_BYTES);
  return hashes?.length === width * HASH_BYTES ? hashes : null;
}

/** Entries one after the other, each with its length before it in two bytes (C2SP tlog-tiles, Log entries). */
function bundle(entries: readonly { entry: Uint8Array }[], width: number): Uint8Array | null {
  if (entries.length !== width) return null;
  return Buffer.concat(
    entries.flatMap(({ entry }) => [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]),
  );
}
