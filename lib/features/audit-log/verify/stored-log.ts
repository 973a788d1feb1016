import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import type { Hash } from "@/lib/features/audit-log/log/bytes";
import {
  HASH_BYTES,
  hashesOfLevel,
  splitHashes,
  TILE_WIDTH,
} from "@/lib/features/audit-log/log/tile";
import type { MaybeHash } from "@/lib/features/audit-log/verify/choose-consistent-hashes";
import type { FoundBundle, Retained } from "@/lib/features/audit-log/verify/log-check";
import {
  readStoredEntries,
  readWholeTiles,
  type StoredEntry,
  type StoredHead,
  type TrailBounds,
} from "@/lib/features/audit-log/verify/stored-log-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Complete tiles of one read: a few thousand events. */
const TILES = 16;

/** A tenant with its public id. */
export type NamedTenant = TenantScope & { publicId: string };

/** A stored bundle. */
export interface StoredBundle extends FoundBundle {
  /** Time at which its last event was received. */
  newest: Date | null;
}

/** A tenant's stored log up to a signed size, read piece by piece so that memory does not grow with it. The
 *  log may grow meanwhile. */
export class StoredLog {
  readonly size: number;
  readonly #tenant: NamedTenant;
  /** Hashes of unfinished tiles, by level and position. */
  readonly #pending = new Map<string, Hash>();
  /** Unfinished hashes that the log does not have. */
  readonly stray: { level: number; position: number }[] = [];

  /** @param pending hashes of the unfinished tiles at this size */
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

  /** Yields the hashes above the leaves by tile, level by level, each from its start. */
  async *upperTiles(): AsyncGenerator<{ level: number; from: number; hashes: MaybeHash[] }, void> {
    for (let level = 1; hashesOfLevel(level, this.size) > 0; level += 1) {
      const tiles = Math.ceil(hashesOfLevel(level, this.size) / TILE_WIDTH);
      for (let from = 0; from < tiles; from += TILES) {
        const stored = await inLateRead(this.#tenant, (db) =>
          readWholeTiles(db, level, from, TILES),
        );
        for (let number = from; number < Math.min(from + TILES, tiles); number += 1) {
          const hashes = this.#hashesAt(level, number, stored.get(number)).slice(0, TILE_WIDTH);
          yield { level, from: number * TILE_WIDTH, hashes };
        }
      }
    }
  }

  /** Yields the entries with their events and stored hashes, in order. */
  async *bundles(): AsyncGenerator<StoredBundle, void> {
    const bundles = Math.ceil(this.size / TILE_WIDTH);
    // The next slice is read while this one is processed.
    let next = this.#slice(0);
    for (let from = 0; from < bundles; from += TILES) {
      const { entries, stored } = await next;
      if (from + TILES < bundles) {
        next = this.#slice(from + TILES);
        // If the consumer stops early, errors of the next read are ignored.
        next.catch(() => {});
      }
      const byBundle = Map.groupBy(entries, ({ position }) => Math.floor(position / TILE_WIDTH));
      for (let number = from; number < Math.min(from + TILES, bundles); number += 1)
        yield this.#bundle(number, byBundle.get(number) ?? [], stored.get(number));
    }
  }

  async #slice(from: number) {
    const [entries, stored] = await inLateRead(this.#tenant, (db) =>
      Promise.all([
        readStoredEntries(db, from * TILE_WIDTH, TILES * TILE_WIDTH),
        readWholeTiles(db, 0, from, TILES),
      ]),
    );
    return { entries, stored };
  }

  #bundle(
    number: number,
    entries: readonly StoredEntry[],
    tile: Uint8Array | undefined,
  ): StoredBundle {
    const here = entries.filter(({ position }) => position < this.size);
    return {
      number,
      hashes: this.#hashesAt(0, number, tile),
      entries: here.map(({ event, ...one }) => ({
        ...one,
        event: event && auditRecord(event, this.#tenant.publicId),
      })),
      newest: here.at(-1)?.event?.receivedAt ?? null,
    };
  }

  /** Stored hashes of a tile, or of an unfinished one. The log may have grown meanwhile. */
  #hashesAt(level: number, number: number, tile: Uint8Array | undefined): MaybeHash[] {
    const first = number * TILE_WIDTH;
    const length = Math.min(TILE_WIDTH, hashesOfLevel(level, this.size) - first);
    if (!tile)
      return Array.from({ length }, (_, at) => this.#pending.get(`${level}/${first + at}`) ?? null);
    return splitHashes(length < TILE_WIDTH ? tile.subarray(0, length * HASH_BYTES) : tile);
  }
}

/** Missing events that retention explains. A tenant younger than the shortest retention must have all of
 *  its events. */
export function retainedBy(bounds: TrailBounds): Retained {
  const isOld = bounds.createdAt < bounds.keptAtLeastSince;
  return { leftBefore: isOld ? bounds.keptSince : null, mayBeginLate: isOld };
}
