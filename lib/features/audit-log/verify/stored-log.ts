import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import { splitHashes } from "@/lib/features/audit-log/log/growing-log";
import type { Hash } from "@/lib/features/audit-log/log/merkle-tree";
import { HASH_BYTES, hashesOfLevel, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { MaybeHash } from "@/lib/features/audit-log/verify/checked-tree";
import type { FoundBundle, FoundEntry, Retained } from "@/lib/features/audit-log/verify/log-check";
import {
  readStoredEntries,
  readWholeTiles,
  type StoredEntry,
  type StoredHead,
  type TrailBounds,
} from "@/lib/features/audit-log/verify/stored-log-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Whole tiles that are looked at together: a few thousand events. */
const TILES = 16;

/** A tenant, and the name that others know it by. */
export type NamedTenant = TenantScope & { publicId: string };

/** A bundle as it is stored. */
export interface StoredBundle extends FoundBundle {
  /** When its last event was received. */
  newest: Date | null;
}

/** A hash above the leaves. */
export interface PlacedHash {
  level: number;
  index: number;
  hash: Hash;
}

/** A tenant's log as it is stored, up to a size that was signed: read piece by piece, so that memory doesn't grow with it. The log may
 *  grow meanwhile. */
export class StoredLog {
  readonly size: number;
  readonly #tenant: NamedTenant;
  /** The hashes that are in no whole tile, by level and position. */
  readonly #pending = new Map<string, Hash>();
  /** Hashes of the head that the log doesn't have. */
  readonly stray: { level: number; position: number }[] = [];

  /** @param pending the hashes that were in no whole tile when the log had this size */
  constructor(tenant: NamedTenant, size: number, pending: StoredHead["pending"]) {
    this.#tenant = tenant;
    this.size = size;
    for (const { level, position, hash } of pending) {
      const count = hashesOfLevel(level, size);
      const first = count - (count % TILE_WIDTH);
      if (position >= first && position < count) this.#pending.set(`${level}/${position}`, hash);
      else this.stray.push({ level, position });
    }
  }

  /** The hashes above the leaves, each level from its beginning on. */
  async *hashes(): AsyncGenerator<PlacedHash, void> {
    for (let level = 1; hashesOfLevel(level, this.size) > 0; level += 1) {
      const whole = Math.floor(hashesOfLevel(level, this.size) / TILE_WIDTH);
      for (let from = 0; from < whole; from += TILES) {
        const tiles = await inLateRead(this.#tenant, (db) =>
          readWholeTiles(db, level, from, TILES),
        );
        for (const { number, hashes } of tiles)
          if (number < whole)
            for (const [at, hash] of splitHashes(hashes).entries())
              if (at < TILE_WIDTH) yield { level, index: number * TILE_WIDTH + at, hash };
      }
      for (let index = whole * TILE_WIDTH; index < hashesOfLevel(level, this.size); index += 1) {
        const hash = this.#pending.get(`${level}/${index}`);
        if (hash) yield { level, index, hash };
      }
    }
  }

  /** The entries with their events and the hashes that are stored of them, in their order. */
  async *bundles(): AsyncGenerator<StoredBundle, void> {
    const bundles = Math.ceil(this.size / TILE_WIDTH);
    // The next ones are read while these are looked at.
    let next = this.#slice(0);
    for (let from = 0; from < bundles; from += TILES) {
      const { entries, stored } = await next;
      if (from + TILES < bundles) {
        next = this.#slice(from + TILES);
        // Whoever stops early hears of no error.
        next.catch(() => {});
      }
      const byBundle = Map.groupBy(entries, ({ position }) => Math.floor(position / TILE_WIDTH));
      for (let number = from; number < Math.min(from + TILES, bundles); number += 1)
        yield this.#bundle(number, byBundle.get(number) ?? [], stored.get(number));
    }
  }

  async #slice(from: number) {
    const [entries, tiles] = await inLateRead(this.#tenant, (db) =>
      Promise.all([
        readStoredEntries(db, from * TILE_WIDTH, TILES * TILE_WIDTH),
        readWholeTiles(db, 0, from, TILES),
      ]),
    );
    return { entries, stored: new Map(tiles.map(({ number, hashes }) => [number, hashes])) };
  }

  #bundle(
    number: number,
    entries: readonly StoredEntry[],
    tile: Uint8Array | undefined,
  ): StoredBundle {
    const here = entries.filter(({ position }) => position < this.size);
    return {
      number,
      hashes: this.#hashesAt(number, tile),
      entries: here.map((entry) => found(entry, this.#tenant.publicId)),
      newest: here.at(-1)?.event?.receivedAt ?? null,
    };
  }

  /** What is stored of a bundle: a tile, or hashes one by one. The log may have grown meanwhile. */
  #hashesAt(number: number, tile: Uint8Array | undefined): MaybeHash[] {
    const first = number * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, this.size - first);
    if (!tile)
      return Array.from({ length: width }, (_, at) => this.#pending.get(`0/${first + at}`) ?? null);
    const wanted =
      width === TILE_WIDTH ? Math.max(tile.length, TILE_WIDTH * HASH_BYTES) : width * HASH_BYTES;
    return splitHashes(tile.subarray(0, wanted));
  }
}

function found(
  { position, entry, salts, isMisfiled, event }: StoredEntry,
  publicId: string,
): FoundEntry {
  return { position, entry, salts, isMisfiled, event: event && auditRecord(event, publicId) };
}

/** What retention explains. A tenant that is younger than the shortest retention has all of its events. */
export function retainedBy(bounds: TrailBounds): Retained {
  const isOld = bounds.createdAt < bounds.keptAtLeastSince;
  return { leftBefore: isOld ? bounds.keptSince : null, mayBeginLate: isOld };
}
