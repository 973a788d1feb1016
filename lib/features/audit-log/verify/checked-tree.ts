import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import { joined, perfectNodes, perfectRoot } from "@/lib/features/audit-log/log/merkle-tree";
import { hashesOfLevel, placeOf, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { findCorrectHashes } from "@/lib/features/audit-log/verify/likeliest";

/** A hash that may be missing. */
export type MaybeHash = Hash | null;

/** Up to 256 leaf hashes of a tree: the stored ones, and those computed from the entries. */
export interface LeafTile {
  number: number;
  stored: MaybeHash[];
  entries: MaybeHash[];
  /** Ids in the entries. */
  ids: (string | null)[];
}

/** Maximum number of retained leaf tiles, each about 16 KiB. */
const MAX_RETAINED = 4_096;

/** A tree with two versions of every hash: the stored one, and the one computed from the level below. Where
 *  they differ, the level above decides which one was signed: the root decides for the hashes below it,
 *  these for theirs, down to each event. Without I/O. Retains one hash per 256 leaves, and whole leaf tiles
 *  only where something is wrong. */
export class CheckedTree {
  readonly size: number;
  readonly #keep: ReadonlySet<number>;
  /** From level 1 up: by index. */
  readonly #stored = new Map<number, Map<number, Hash>>();
  readonly #computed: MaybeHash[][] = [[], []];
  readonly #leaves = new Map<number, LeafTile>();
  readonly #solved = new Map<string, MaybeHash[] | null>();
  #edge: Map<string, Hash> | null = null;
  #isComplete = true;

  /** @param sizes older sizes whose roots will be queried */
  constructor(size: number, sizes: readonly number[] = []) {
    this.size = size;
    this.#keep = new Set([size, ...sizes].map((one) => Math.floor(one / TILE_WIDTH)));
  }

  /** Adds a leaf tile. Tiles must come in order.
   *  @param mustRetain whether to retain the tile even if nothing differs in it */
  takeLeaves(tile: LeafTile, mustRetain: boolean): void {
    const computed = tile.entries.map((hash, at) => hash ?? tile.stored[at] ?? null);
    const differs = tile.stored.some((hash, at) => !same(hash, computed[at] ?? null));
    if (computed.length === TILE_WIDTH) this.#computed[1]?.push(rootOf(computed));
    if (!differs && !mustRetain && !this.#keep.has(tile.number)) return;
    if (this.#leaves.size < MAX_RETAINED) this.#leaves.set(tile.number, tile);
    else this.#isComplete = false;
  }

  /** Adds a stored hash of a higher level. */
  takeHash(level: number, index: number, hash: Hash): void {
    const ofLevel = this.#stored.get(level) ?? new Map<number, Hash>();
    this.#stored.set(level, ofLevel);
    ofLevel.set(index, hash);
  }

  /** Determines which hashes were signed.
   *  @returns whether the hashes lead to the root at all */
  solve(root: Hash): boolean {
    for (let level = 1; hashesOfLevel(level, this.size) > 0; level += 1) this.#complete(level);
    const items = this.#edgeItems();
    const stored = items.map(({ level, index }) => this.storedAt(level, index));
    const computed = items.map(({ level, index }) => this.#computedAt(level, index));
    const nodes = perfectNodes(0, this.size).map((node) => placeOf(node).count);
    const chosen = findCorrectHashes(stored, computed, (hashes) =>
      isSame(rootOfNodes(hashes, nodes), root),
    );
    if (chosen)
      this.#edge = new Map(
        items.map(({ level, index }, at) => [key(level, index), chosen[at] as Hash]),
      );
    return chosen !== null;
  }

  /** Retained leaf tiles: those with a difference, and those that were requested. */
  get leaves(): Iterable<LeafTile> {
    return this.#leaves.values();
  }

  /** Whether every leaf tile with a difference was retained. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Places above the leaves whose stored and computed hashes differ, the highest level first. */
  *differing(): Generator<{ level: number; index: number }> {
    for (let level = this.#computed.length - 1; level > 0; level -= 1)
      for (let index = 0; index < hashesOfLevel(level, this.size); index += 1)
        if (!same(this.storedAt(level, index), this.#computedAt(level, index)))
          yield { level, index };
  }

  /** Stored hash of a place. */
  storedAt(level: number, index: number): MaybeHash {
    if (level > 0) return this.#stored.get(level)?.get(index) ?? null;
    return this.#leaves.get(Math.floor(index / TILE_WIDTH))?.stored[index % TILE_WIDTH] ?? null;
  }

  /** Whether the computed hash of a place is the signed one. */
  isComputed(level: number, index: number): boolean {
    return same(this.#computedAt(level, index), this.signedAt(level, index));
  }

  /** Signed hash of a place; null if it cannot be determined. */
  signedAt(level: number, index: number): MaybeHash {
    const tile = Math.floor(index / TILE_WIDTH);
    const whole = Math.floor(hashesOfLevel(level, this.size) / TILE_WIDTH);
    if (tile >= whole) return this.#edge?.get(key(level, index)) ?? null;
    return this.signedTile(level, tile)?.[index % TILE_WIDTH] ?? null;
  }

  /** Signed hashes of a complete tile; null if they cannot be determined. */
  signedTile(level: number, number: number): MaybeHash[] | null {
    const name = key(level, number);
    const known = this.#solved.get(name);
    if (known !== undefined) return known;
    const target = this.signedAt(level + 1, number);
    const found = target ? this.#solveTile(level, number, target) : null;
    this.#solved.set(name, found);
    return found;
  }

  /** Root of the tree at an older size, according to the hashes at hand; null if some are missing. */
  rootAt(size: number): MaybeHash {
    const hashes = perfectNodes(0, size).map((node) => {
      const { tile, from, count } = placeOf(node);
      const first = tile.number * TILE_WIDTH + from;
      return rootOf(Array.from({ length: count }, (_, at) => this.#bestAt(tile.level, first + at)));
    });
    return hashes.every((hash) => hash !== null) ? joined(hashes) : null;
  }

  #bestAt(level: number, index: number): MaybeHash {
    // Hashes of a retained tile may differ, so the signed one is returned; in any other tile, both versions
    // are equal.
    return this.signedAt(level, index) ?? this.#computedAt(level, index);
  }

  #solveTile(level: number, number: number, target: Hash): MaybeHash[] | null {
    const indexes = Array.from({ length: TILE_WIDTH }, (_, at) => number * TILE_WIDTH + at);
    if (level === 0 && !this.#leaves.has(number)) return null;
    return findCorrectHashes(
      indexes.map((index) => this.storedAt(level, index)),
      indexes.map((index) => this.#computedAt(level, index)),
      (hashes) => isSame(perfectRoot(hashes), target),
    );
  }

  #computedAt(level: number, index: number): MaybeHash {
    if (level > 0) return this.#computed[level]?.[index] ?? null;
    const tile = this.#leaves.get(Math.floor(index / TILE_WIDTH));
    return tile?.entries[index % TILE_WIDTH] ?? tile?.stored[index % TILE_WIDTH] ?? null;
  }

  /** Fills a level's missing computed hashes with the stored ones. */
  #complete(level: number): void {
    const count = hashesOfLevel(level, this.size);
    const below = this.#computed[level - 1] ?? [];
    this.#computed[level] ??= [];
    const own = this.#computed[level];
    for (let index = 0; index < count; index += 1) {
      if (level > 1) own[index] = rootOf(below.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH));
      own[index] ??= this.storedAt(level, index);
    }
    own.length = count;
  }

  #edgeItems(): { level: number; index: number }[] {
    return perfectNodes(0, this.size).flatMap((node) => {
      const { tile, from, count } = placeOf(node);
      const first = tile.number * TILE_WIDTH + from;
      return Array.from({ length: count }, (_, at) => ({ level: tile.level, index: first + at }));
    });
  }
}

/** Whether two hashes are equal; a missing one equals no other. */
function same(one: MaybeHash, other: MaybeHash): boolean {
  return one !== null && other !== null && isSame(one, other);
}

function rootOf(hashes: readonly MaybeHash[]): MaybeHash {
  return hashes.length > 0 && hashes.every((hash) => hash !== null)
    ? perfectRoot(hashes as Hash[])
    : null;
}

function rootOfNodes(hashes: readonly Hash[], counts: readonly number[]): Hash {
  let at = 0;
  return joined(
    counts.map((count) => {
      at += count;
      return perfectRoot(hashes.slice(at - count, at));
    }),
  );
}

function key(level: number, index: number): string {
  return `${level}/${index}`;
}
