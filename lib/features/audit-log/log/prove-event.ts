import type { Hash } from "@/lib/features/audit-log/log/bytes";
import { readTiles } from "@/lib/features/audit-log/log/log-reading-store";
import {
  consistencyParts,
  inclusionParts,
  type Part,
} from "@/lib/features/audit-log/log/merkle-proof";
import { joined, perfectNodes, perfectRoot } from "@/lib/features/audit-log/log/merkle-tree";
import { placeOf, splitHashes, type Tile } from "@/lib/features/audit-log/log/tile";
import type { LateQueryable } from "@/lib/kernel/db/queryable";

/** Hashes that prove that an entry is in the tenant's log (RFC 6962 §2.1.1). Runs one statement.
 *  @param position of the entry, less than `size`
 *  @param size of the log at the checkpoint of the proof */
export function proveInclusion(db: LateQueryable, position: number, size: number): Promise<Hash[]> {
  return hashesOf(db, inclusionParts(position, size));
}

/** Hashes that prove that the tenant's log at `size` extends itself at `older` (RFC 6962 §2.1.2). Runs one
 *  statement. */
export function proveConsistency(db: LateQueryable, older: number, size: number): Promise<Hash[]> {
  return hashesOf(db, consistencyParts(older, size));
}

async function hashesOf(db: LateQueryable, parts: readonly Part[]): Promise<Hash[]> {
  const nodes = parts.map(({ from, until }) => perfectNodes(from, until).map(placeOf));
  const tilesByName = new Map(nodes.flat().map(({ tile }) => [nameOf(tile), tile]));
  if (tilesByName.size === 0) return [];
  const stored = await readTiles(db, [...tilesByName.values()]);
  const tiles = new Map(stored.map((tile) => [nameOf(tile), splitHashes(tile.hashes)]));
  return nodes.map((places) =>
    joined(
      places.map(({ tile, from, count }) => {
        const hashes = tiles.get(nameOf(tile))?.slice(from, from + count) ?? [];
        if (hashes.length !== count)
          throw new Error(`The log lacks hashes of tile ${nameOf(tile)}`);
        return perfectRoot(hashes);
      }),
    ),
  );
}

function nameOf({ level, number }: Tile): string {
  return `${level}/${number}`;
}
