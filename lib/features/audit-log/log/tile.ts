import type { Hash } from "@/lib/features/audit-log/log/bytes";
import type { Node } from "@/lib/features/audit-log/log/merkle-tree";

/** Hashes of a complete tile, and entries of a complete bundle (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
/** Levels of the tree in one tile. */
export const TILE_HEIGHT = 8;
/** Length of a hash in bytes. */
export const HASH_BYTES = 32;

/** A tile of hashes: those at height 8 × `level`, from index `number` × 256 on. */
export interface Tile {
  level: number;
  number: number;
}

/** Tile with the hashes that a node's hash is computed from, and which of them: `count` hashes from place
 *  `from` on. */
export function placeOf(node: Node): { tile: Tile; from: number; count: number } {
  const level = Math.floor(node.height / TILE_HEIGHT);
  const count = 2 ** (node.height - level * TILE_HEIGHT);
  const first = node.index * count;
  return {
    tile: { level, number: Math.floor(first / TILE_WIDTH) },
    from: first % TILE_WIDTH,
    count,
  };
}

/** Number of hashes in a level of tiles, for a tree of `size` leaves. */
export function hashesOfLevel(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** Splits concatenated hashes. */
export function splitHashes(bytes: Uint8Array): Hash[] {
  const hashes: Hash[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES)
    hashes.push(bytes.subarray(at, at + HASH_BYTES));
  return hashes;
}

/** Request for a tile or bundle: which one, and its number of hashes or entries, 256 for a complete one. */
export interface TilePath {
  /** `entries` is a bundle of leaves. */
  level: number | "entries";
  number: number;
  width: number;
}

/** Path of a tile below the log's address: `tile/0/x001/x234/067`, `tile/entries/000.p/12` (C2SP
 *  tlog-tiles). */
export function tilePath({ level, number, width }: TilePath): string {
  const digits = String(number).padStart(Math.ceil(String(number).length / 3) * 3, "0");
  const groups = digits.match(/\d{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `tile/${level}/${name}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

const form = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses a path; null unless `tilePath` can produce it. */
export function parseTilePath(path: string): TilePath | null {
  const match = form.exec(path);
  if (!match) return null;
  const [, level = "", name = "", partial] = match;
  const number = Number(name.replaceAll(/[x/]/g, ""));
  const requested: TilePath = {
    level: level === "entries" ? level : Number(level),
    number,
    width: partial ? Number(partial) : TILE_WIDTH,
  };
  return Number.isSafeInteger(number) && tilePath(requested) === path ? requested : null;
}
