import { randomBytes } from "node:crypto";
import type { Hash } from "@/lib/features/audit-log/log/bytes";
import type { EventTexts } from "@/lib/features/audit-log/log/event-texts";
import {
  committedParts,
  eachPart,
  entryOfTexts,
  SALT_BYTES,
} from "@/lib/features/audit-log/log/log-entry";
import {
  leafHash,
  type Node,
  perfectNodes,
  perfectRoot,
  TreeEdge,
} from "@/lib/features/audit-log/log/merkle-tree";
import type {
  LogGrowth,
  NewEntry,
  UnloggedEvent,
} from "@/lib/features/audit-log/log/sequencing-store";
import {
  HASH_BYTES,
  hashesOfLevel,
  placeOf,
  splitHashes,
  TILE_HEIGHT,
  TILE_WIDTH,
} from "@/lib/features/audit-log/log/tile";

/** Levels of tiles of the largest log (C2SP tlog-tiles). */
const MOST_LEVELS = 7;

/** A log to which entries are appended, without I/O: it starts from the stored state and returns what has
 *  to be stored. */
export class GrowingLog {
  readonly #edge = new TreeEdge();
  /** By level: the hashes of the unfinished tile, and the number of them that are stored. */
  readonly #levels: { hashes: Hash[]; stored: number }[] = [];
  readonly #entries: NewEntry[] = [];
  readonly #tiles: LogGrowth["tiles"] = [];
  readonly oldSize: number;

  /** Restores a log of `size` entries.
   *  @param pending concatenated hashes of the unfinished tile, by level
   *  @returns null if their number does not fit the size */
  static from(size: number, pending: ReadonlyMap<number, Uint8Array>): GrowingLog | null {
    for (let level = 0; level < MOST_LEVELS; level += 1) {
      const length = (hashesOfLevel(level, size) % TILE_WIDTH) * HASH_BYTES;
      if ((pending.get(level)?.length ?? 0) !== length) return null;
    }
    return new GrowingLog(size, pending);
  }

  private constructor(size: number, pending: ReadonlyMap<number, Uint8Array>) {
    this.oldSize = size;
    for (let level = 0; hashesOfLevel(level, size) > 0; level += 1) {
      const hashes = splitHashes(pending.get(level) ?? new Uint8Array());
      this.#levels.push({ hashes, stored: hashes.length });
    }
    for (const node of perfectNodes(0, size)) this.#edge.append(this.#hashOf(node), node.height);
  }

  /** Current number of entries. */
  get size(): number {
    return this.#edge.size;
  }

  /** Current root. */
  root(): Hash {
    return this.#edge.root();
  }

  /** Appends an event.
   *  @param texts cache of the event's batch */
  append(event: UnloggedEvent, texts: EventTexts): void {
    const drawn = drawSalts();
    const salts = eachPart((part) => {
      const at = committedParts.indexOf(part) * SALT_BYTES;
      return drawn.subarray(at, at + SALT_BYTES);
    });
    const entry = entryOfTexts(event.id, texts.of(event), salts);
    const { id: eventId, environmentId } = event;
    this.#entries.push({ eventId, environmentId, position: this.size, entry, salts: drawn });
    for (const { height, hash } of this.#edge.append(leafHash(entry)))
      if (height % TILE_HEIGHT === 0) this.#add(height / TILE_HEIGHT, hash);
  }

  /** Changes that have to be stored. */
  growth(): Pick<LogGrowth, "oldSize" | "newSize" | "entries" | "tiles" | "hashes"> {
    const hashes = this.#levels.flatMap(({ hashes: unfinished, stored }, level) => {
      const next = hashesOfLevel(level, this.size) - unfinished.length + stored;
      return unfinished.slice(stored).map((hash, at) => ({ level, position: next + at, hash }));
    });
    const [entries, tiles] = [this.#entries, this.#tiles];
    return { oldSize: this.oldSize, newSize: this.size, entries, tiles, hashes };
  }

  #add(level: number, hash: Hash): void {
    this.#levels[level] ??= { hashes: [], stored: 0 };
    const { hashes } = this.#levels[level];
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    const number = hashesOfLevel(level, this.size) / TILE_WIDTH - 1;
    this.#tiles.push({ level, number, hashes: Buffer.concat(hashes) });
    this.#levels[level] = { hashes: [], stored: 0 };
  }

  /** Hash of a node of the right edge, computed from hashes of unfinished tiles. */
  #hashOf(node: Node): Hash {
    const { tile, from, count } = placeOf(node);
    return perfectRoot(this.#levels[tile.level]?.hashes.slice(from, from + count) ?? []);
  }
}

const SALTS_BYTES = committedParts.length * SALT_BYTES;
/** Number of events whose salts are drawn at once, which costs as much as one event's. */
const DRAWN_EVENTS = 256;
let pool = Buffer.alloc(0);

/** Salts for one event. They are used for no other. */
function drawSalts(): Buffer {
  if (pool.length === 0) pool = randomBytes(DRAWN_EVENTS * SALTS_BYTES);
  const drawn = pool.subarray(0, SALTS_BYTES);
  pool = pool.subarray(SALTS_BYTES);
  return drawn;
}
