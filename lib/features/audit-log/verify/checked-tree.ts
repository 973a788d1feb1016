import { isSame } from "@/lib/features/audit-log/log/merkle-proof";
import { type Hash, joined, perfectRoot } from "@/lib/features/audit-log/log/merkle-tree";
import { perfectNodes } from "@/lib/features/audit-log/log/perfect-nodes";
import { hashesOfLevel, placeOf, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { likeliest } from "@/lib/features/audit-log/verify/likeliest";

/** A hash that may not be there. */
export type MaybeHash = Hash | null;

/** The lowest hashes of a tree, up to 256 of them: as they are stored, and as they follow from the entries. */
export interface LeafTile {
  number: number;
  stored: MaybeHash[];
  entries: MaybeHash[];
  /** The ids that the entries name. */
  ids: (string | null)[];
}

/** Leaf tiles that are kept because they are needed again, each of about 16 KiB. */
const MOST_KEPT = 4_096;

/**
 * A tree of which everything is there twice: as it is stored, and as it follows from what lies below. Where the two differ, what lies
 * above says which one was signed: the root says it of the hashes below it, these of theirs, down to each event. It does no I/O, and
 * keeps of each 256 leaves one hash, and the leaves themselves only where something is wrong.
 */
export class CheckedTree {
  readonly size: number;
  readonly #keep: ReadonlySet<number>;
  /** From level 1 on: by index. */
  readonly #stored = new Map<number, Map<number, Hash>>();
  readonly #computed: MaybeHash[][] = [[], []];
  readonly #leaves = new Map<number, LeafTile>();
  readonly #solved = new Map<string, MaybeHash[] | null>();
  #edge: Map<string, Hash> | null = null;
  #isComplete = true;

  /** @param sizes older sizes whose roots will be asked for */
  constructor(size: number, sizes: readonly number[] = []) {
    this.size = size;
    this.#keep = new Set([size, ...sizes].map((one) => Math.floor(one / TILE_WIDTH)));
  }

  /** Takes a leaf tile, in the order of their numbers.
   *  @param isWanted whether it will be asked for again, though nothing differs in it */
  takeLeaves(tile: LeafTile, isWanted: boolean): void {
    const computed = tile.entries.map((hash, at) => hash ?? tile.stored[at] ?? null);
    const differs = tile.stored.some((hash, at) => !same(hash, computed[at] ?? null));
    if (computed.length === TILE_WIDTH) this.#computed[1]?.push(rootOf(computed));
    if (!differs && !isWanted && !this.#keep.has(tile.number)) return;
    if (this.#leaves.size < MOST_KEPT) this.#leaves.set(tile.number, tile);
    else this.#isComplete = false;
  }

  /** Takes a stored hash of a higher level. */
  takeHash(level: number, index: number, hash: Hash): void {
    const ofLevel = this.#stored.get(level) ?? new Map<number, Hash>();
    this.#stored.set(level, ofLevel);
    ofLevel.set(index, hash);
  }

  /** Finds out which hashes were signed.
   *  @returns whether what is there leads to the root at all */
  solve(root: Hash): boolean {
    for (let level = 1; hashesOfLevel(level, this.size) > 0; level += 1) this.#complete(level);
    const items = this.#edgeItems();
    const stored = items.map(({ level, index }) => this.storedAt(level, index));
    const computed = items.map(({ level, index }) => this.#computedAt(level, index));
    const nodes = perfectNodes(0, this.size).map((node) => placeOf(node).count);
    const chosen = likeliest(stored, computed, (hashes) =>
      isSame(rootOfNodes(hashes, nodes), root),
    );
    if (chosen)
      this.#edge = new Map(
        items.map(({ level, index }, at) => [key(level, index), chosen[at] as Hash]),
      );
    return chosen !== null;
  }

  /** The leaf tiles in which something differs, or that were wanted. */
  get leaves(): Iterable<LeafTile> {
    return this.#leaves.values();
  }

  /** Whether every leaf tile was kept in which something differs. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The hashes above the leaves whose two forms differ, the highest level first. */
  *differing(): Generator<{ level: number; index: number }> {
    for (let level = this.#computed.length - 1; level > 0; level -= 1)
      for (let index = 0; index < hashesOfLevel(level, this.size); index += 1)
        if (!same(this.storedAt(level, index), this.#computedAt(level, index)))
          yield { level, index };
  }

  /** The hash that is stored at a place. */
  storedAt(level: number, index: number): MaybeHash {
    if (level > 0) return this.#stored.get(level)?.get(index) ?? null;
    return this.#leaves.get(Math.floor(index / TILE_WIDTH))?.stored[index % TILE_WIDTH] ?? null;
  }

  /** Whether what lies below a hash leads to it as it is signed. */
  isComputed(level: number, index: number): boolean {
    return same(this.#computedAt(level, index), this.signedAt(level, index));
  }

  /** The hash that was signed at a place; null where that can't be told. */
  signedAt(level: number, index: number): MaybeHash {
    const tile = Math.floor(index / TILE_WIDTH);
    const whole = Math.floor(hashesOfLevel(level, this.size) / TILE_WIDTH);
    if (tile >= whole) return this.#edge?.get(key(level, index)) ?? null;
    return this.signedTile(level, tile)?.[index % TILE_WIDTH] ?? null;
  }

  /** The hashes of a whole tile that were signed; null where that can't be told. */
  signedTile(level: number, number: number): MaybeHash[] | null {
    const name = key(level, number);
    const known = this.#solved.get(name);
    if (known !== undefined) return known;
    const target = this.signedAt(level + 1, number);
    const found = target ? this.#solveTile(level, number, target) : null;
    this.#solved.set(name, found);
    return found;
  }

  /** The root that the tree had at an older size, as far as what is there says; null when hashes are missing. */
  rootAt(size: number): MaybeHash {
    const hashes = perfectNodes(0, size).map((node) => {
      const { tile, from, count } = placeOf(node);
      const first = tile.number * TILE_WIDTH + from;
      return rootOf(Array.from({ length: count }, (_, at) => this.#bestAt(tile.level, first + at)));
    });
    return hashes.every((hash) => hash !== null) ? joined(hashes) : null;
  }

  #bestAt(level: number, index: number): MaybeHash {
    // One that was kept may be asked for hash by hash; of any other, both forms are the same.
    return this.signedAt(level, index) ?? this.#computedAt(level, index);
  }

  #solveTile(level: number, number: number, target: Hash): MaybeHash[] | null {
    const indexes = Array.from({ length: TILE_WIDTH }, (_, at) => number * TILE_WIDTH + at);
    if (level === 0 && !this.#leaves.has(number)) return null;
    return likeliest(
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

  /** What can't be computed at a level is taken as it is stored. */
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

/** Whether two hashes are the same; one that is not there is like no other. */
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
