import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import { perfectNodes, perfectRoot, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { hashesOfLevel, placeOf, TILE_HEIGHT, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import {
  chooseConsistentHashes,
  type MaybeHash,
  type Versions,
} from "@/lib/features/audit-log/verify/choose-consistent-hashes";

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

/** A tree with two versions of every hash. Where they differ, the level above decides which one was signed:
 *  the root decides for the hashes below it, these for theirs, down to each event. Without I/O. Retains one
 *  hash per 256 leaves, and whole leaf tiles only where something is wrong. */
export class CheckedTree {
  readonly #size: number;
  /** Number of levels above the leaves. */
  readonly #levels: number;
  readonly #keep: ReadonlySet<number>;
  /** Hashes above the leaves. */
  readonly #upper = new Map<string, Versions>();
  readonly #leaves = new Map<number, LeafTile>();
  /** Signed hashes of each tile that was looked up; null where they cannot be determined. */
  readonly #signed = new Map<string, Hash[] | null>();
  #isComplete = true;

  /** @param sizes older sizes whose roots will be queried */
  constructor(size: number, sizes: readonly number[] = []) {
    let levels = 0;
    while (hashesOfLevel(levels + 1, size) > 0) levels += 1;
    this.#size = size;
    this.#levels = levels;
    this.#keep = new Set([size, ...sizes].map((one) => Math.floor(one / TILE_WIDTH)));
  }

  /** Adds a leaf tile. Tiles must come in order.
   *  @param mustRetain whether to retain the tile even if nothing differs in it */
  takeLeaves(tile: LeafTile, mustRetain: boolean): void {
    const versions = versionsOf(tile);
    const differs = versions.some((one) => !isSettled(one));
    if (versions.length === TILE_WIDTH) this.#at(1, tile.number).computed = rootOf(versions);
    if (!differs && !mustRetain && !this.#keep.has(tile.number)) return;
    if (this.#leaves.size < MAX_RETAINED) this.#leaves.set(tile.number, tile);
    else this.#isComplete = false;
  }

  /** Adds a stored hash of a higher level. */
  takeHash(level: number, index: number, hash: Hash): void {
    this.#at(level, index).stored = hash;
  }

  /** Determines which hashes were signed.
   *  @returns whether the hashes lead to the root at all */
  solve(root: Hash): boolean {
    for (let level = 1; level <= this.#levels; level += 1)
      for (let index = 0; index < hashesOfLevel(level, this.#size); index += 1) {
        const one = this.#at(level, index);
        if (level > 1) one.computed = rootOf(this.#tile(level - 1, index));
        one.computed ??= one.stored;
      }
    // Incomplete tiles have no level above them: all of them together lead to the root.
    const edge = Array.from({ length: this.#levels + 1 }, (_, at) => {
      const level = this.#levels - at;
      const number = Math.floor(hashesOfLevel(level, this.#size) / TILE_WIDTH);
      return { level, number, versions: this.#tile(level, number) };
    });
    const heights = edge.flatMap(({ level, versions }) => versions.map(() => level * TILE_HEIGHT));
    const chosen = chooseConsistentHashes(
      edge.flatMap(({ versions }) => versions),
      (hashes) => {
        const tree = new TreeEdge();
        for (const [at, hash] of hashes.entries()) tree.append(hash, heights[at]);
        return isSame(tree.root(), root);
      },
    );
    const left = chosen && [...chosen];
    for (const { level, number, versions } of edge)
      this.#signed.set(`${level}/${number}`, left?.splice(0, versions.length) ?? null);
    return chosen !== null;
  }

  /** Whether every leaf tile with a difference was retained. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Hashes above the leaves whose versions differ, the highest level first. */
  *doubtful() {
    for (let level = this.#levels; level > 0; level -= 1)
      for (let index = 0; index < hashesOfLevel(level, this.#size); index += 1) {
        const versions = this.#at(level, index);
        if (!isSettled(versions))
          yield { level, index, ...versions, signed: this.#signedAt(level, index) };
      }
  }

  /** Leaves of retained tiles: those with a difference, and those that were requested. */
  *leaves() {
    for (const { number, stored, entries, ids } of this.#leaves.values())
      for (const [at, entry] of entries.entries()) {
        const position = number * TILE_WIDTH + at;
        const id = ids[at] ?? null;
        yield { position, stored: stored[at], entry, id, signed: this.#signedAt(0, position) };
      }
  }

  /** Signed hashes of a tile; null if they cannot be determined. */
  signedTile(level: number, number: number): Hash[] | null {
    const name = `${level}/${number}`;
    const known = this.#signed.get(name);
    if (known !== undefined) return known;
    const target = level < this.#levels ? this.#signedAt(level + 1, number) : null;
    const found =
      target &&
      chooseConsistentHashes(this.#tile(level, number), (hashes) =>
        isSame(perfectRoot(hashes), target),
      );
    this.#signed.set(name, found);
    return found;
  }

  /** Root of the tree at an older size, according to the hashes at hand; null if some are missing. */
  rootAt(size: number): MaybeHash {
    const edge = new TreeEdge();
    for (const node of perfectNodes(0, size)) {
      const { tile, from, count } = placeOf(node);
      const signed = this.signedTile(tile.level, tile.number);
      // Where none is determined, both versions are equal.
      const hashes = this.#tile(tile.level, tile.number).map(({ stored, computed }, at) => ({
        stored,
        computed: signed?.[at] ?? computed,
      }));
      const hash = rootOf(hashes.slice(from, from + count));
      if (!hash) return null;
      edge.append(hash, node.height);
    }
    return edge.root();
  }

  #signedAt(level: number, index: number): MaybeHash {
    return this.signedTile(level, Math.floor(index / TILE_WIDTH))?.[index % TILE_WIDTH] ?? null;
  }

  /** Hashes of a tile; none of a leaf tile that was not retained. */
  #tile(level: number, number: number): Versions[] {
    const leaves = this.#leaves.get(number);
    if (level === 0) return leaves ? versionsOf(leaves) : [];
    const first = number * TILE_WIDTH;
    const length = Math.min(TILE_WIDTH, hashesOfLevel(level, this.#size) - first);
    return Array.from({ length }, (_, at) => this.#at(level, first + at));
  }

  #at(level: number, index: number): Versions {
    const name = `${level}/${index}`;
    const known = this.#upper.get(name);
    if (known) return known;
    const none = { stored: null, computed: null };
    this.#upper.set(name, none);
    return none;
  }
}

/** A leaf without its entry counts as it is stored. */
function versionsOf({ stored, entries }: LeafTile): Versions[] {
  return entries.map((entry, at) => {
    const hash = stored[at] ?? null;
    return { stored: hash, computed: entry ?? hash };
  });
}

/** Whether both versions are there and equal. */
function isSettled({ stored, computed }: Versions): boolean {
  return stored !== null && computed !== null && isSame(stored, computed);
}

/** Root above the computed hashes of a perfect subtree; null if one is missing. */
function rootOf(versions: readonly Versions[]): MaybeHash {
  const hashes = versions.flatMap(({ computed }) => computed ?? []);
  return hashes.length > 0 && hashes.length === versions.length ? perfectRoot(hashes) : null;
}
