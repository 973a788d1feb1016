import { auditRecord } from "@/lib/audit/audit-json-lines";
import { parseCheckpoint } from "@/lib/audit/log/checkpoint";
import { splitHashes } from "@/lib/audit/log/growing-log";
import type { Hash } from "@/lib/audit/log/merkle-tree";
import { logVerifiers } from "@/lib/audit/log/sign-checkpoint";
import { HASH_BYTES, hashesOfLevel, TILE_WIDTH } from "@/lib/audit/log/tile";
import type { MaybeHash } from "@/lib/audit/verify/checked-tree";
import type { Finding } from "@/lib/audit/verify/finding";
import { headProblems } from "@/lib/audit/verify/head-problems";
import {
  type Expected,
  type FoundEntry,
  LogCheck,
  type Retained,
} from "@/lib/audit/verify/log-check";
import { momentOfId } from "@/lib/audit/verify/moment-of-id";
import {
  readStoredEntries,
  readStoredHead,
  readStrayEntries,
  readStrayTiles,
  readTrailBounds,
  readUnlogged,
  readWholeTiles,
  type StoredEntry,
  type StoredHead,
  type TrailBounds,
  type TrailPlace,
} from "@/lib/audit/verify/stored-log-store";
import {
  CannotVerify,
  headless,
  keptCheckpoints,
  type Verified,
  type Vouched,
  vouchedBy,
  type Wanted,
  WronglySigned,
} from "@/lib/audit/verify/verified";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inLateRead } from "@/lib/db/late-read";

/** Whole tiles that are looked at together: a few thousand events. */
const TILES = 16;
/** Events of the trail that are looked at together. */
const TRAIL = 5_000;

/** What a stored log is verified with: of the keys, null is the service's own. */
export type WantedOfStored = Omit<Wanted, "keys"> & { keys: Wanted["keys"] | null };

/** Checks a tenant's log as it is stored, and its trail against it.
 *  @param progress told how far it is, from 0 to 1
 *  @throws CannotVerify when there is no log, or the keys are others */
export async function verifyStoredLog(
  scope: TenantScope & { publicId: string },
  wanted: WantedOfStored,
  progress: (share: number) => void = () => {},
): Promise<Verified> {
  const [head, bounds, [stray]] = await inLateRead(scope, (db) =>
    Promise.all([readStoredHead(db), readTrailBounds(db), readStrayEntries(db)]),
  );
  if (!head && !stray) throw new CannotVerify("The tenant has no log yet.");
  if (!head) return headless({ kind: "head", what: "the log's own row is gone" }, "");
  const origin = parseCheckpoint(head.checkpoint)?.origin ?? head.origin;
  const keys = wanted.keys ?? (await logVerifiers(origin));
  const signed = signedHead(head, { ...wanted, keys }, wanted.keys === null);
  if ("kind" in signed) return headless(signed, head.origin);
  const kept = keptCheckpoints({ ...wanted, keys }, signed.origin);
  const check = new LogCheck(expected(signed, bounds, kept));
  for (const what of headProblems(head, signed, now())) check.note({ kind: "head", what });
  const pending = pendingOf(head, signed.size);
  for (const { level, position } of pending.stray)
    check.note({ kind: "hash", level, from: position, to: position, state: "stray" });
  await takeHashes(scope, check, signed.size, pending.of);
  const newest = await takeEntries(scope, check, signed.size, pending.of, progress);
  if (newest && head.checkpointAt < newest)
    check.note({ kind: "head", what: "the log says that it was signed before its newest event" });
  const waiting = await takeStrays(scope, check, bounds, head, progress);
  return { ...signed, ...check.end(), waiting };
}

/** @param isOwn whether the keys are the service's own: whatever they have not signed is not the service's */
function signedHead(head: StoredHead, wanted: Wanted, isOwn: boolean): Vouched | Finding {
  try {
    return vouchedBy(head.checkpoint, wanted);
  } catch (error) {
    const isChanged = isOwn && !wanted.witnesses.length;
    if (!(error instanceof WronglySigned || (isChanged && error instanceof CannotVerify)))
      throw error;
    return { kind: "head", what: `the log's checkpoint was changed. ${error.message}` };
  }
}

function expected(
  { size, root }: { size: number; root: Hash },
  bounds: TrailBounds,
  kept: Expected["kept"],
): Expected {
  return { size, root, ...mayHaveLeft(bounds), kept };
}

/** What retention explains. A tenant that is younger than the shortest retention has all of its events. */
function mayHaveLeft(bounds: TrailBounds): Retained {
  const isOld = bounds.createdAt < bounds.keptAtLeastSince;
  return { leftBefore: isOld ? bounds.keptSince : null, mayBeginLate: isOld };
}

/** The hashes that are in no whole tile, by level and position; and those that the log doesn't have. */
function pendingOf(head: StoredHead | null, size: number) {
  const of = new Map<string, Hash>();
  const stray: { level: number; position: number }[] = [];
  for (const { level, position, hash } of head?.pending ?? []) {
    const count = hashesOfLevel(level, size);
    const first = count - (count % TILE_WIDTH);
    if (position >= first && position < count) of.set(`${level}/${position}`, hash);
    else stray.push({ level, position });
  }
  return { of, stray };
}

/** The hashes above the leaves. */
async function takeHashes(
  scope: TenantScope,
  check: LogCheck,
  size: number,
  pending: ReadonlyMap<string, Hash>,
): Promise<void> {
  for (let level = 1; hashesOfLevel(level, size) > 0; level += 1) {
    const whole = Math.floor(hashesOfLevel(level, size) / TILE_WIDTH);
    for (let from = 0; from < whole; from += TILES) {
      const tiles = await inLateRead(scope, (db) => readWholeTiles(db, level, from, TILES));
      for (const { number, hashes } of tiles)
        if (number < whole)
          for (const [at, hash] of splitHashes(hashes).entries())
            if (at < TILE_WIDTH) check.takeHash(level, number * TILE_WIDTH + at, hash);
    }
    for (let index = whole * TILE_WIDTH; index < hashesOfLevel(level, size); index += 1) {
      const hash = pending.get(`${level}/${index}`);
      if (hash) check.takeHash(level, index, hash);
    }
  }
}

/** @returns when the newest event was received */
async function takeEntries(
  { publicId, ...scope }: TenantScope & { publicId: string },
  check: LogCheck,
  size: number,
  pending: ReadonlyMap<string, Hash>,
  progress: (share: number) => void,
): Promise<Date | null> {
  let newest: Date | null = null;
  const bundles = Math.ceil(size / TILE_WIDTH);
  for (let from = 0; from < bundles; from += TILES) {
    progress(from / bundles);
    const [entries, tiles] = await inLateRead(scope, (db) =>
      Promise.all([
        readStoredEntries(db, from * TILE_WIDTH, TILES * TILE_WIDTH),
        readWholeTiles(db, 0, from, TILES),
      ]),
    );
    const byBundle = Map.groupBy(entries, ({ position }) => Math.floor(position / TILE_WIDTH));
    const stored = new Map(tiles.map(({ number, hashes }) => [number, hashes]));
    for (let number = from; number < Math.min(from + TILES, bundles); number += 1) {
      const first = number * TILE_WIDTH;
      const width = Math.min(TILE_WIDTH, size - first);
      const here = (byBundle.get(number) ?? []).filter(({ position }) => position < size);
      const hashes = hashesAt(stored.get(number), first, width, pending);
      check.take({ number, hashes, entries: here.map((entry) => found(entry, publicId)) });
      newest = here.at(-1)?.event?.receivedAt ?? newest;
    }
  }
  return newest;
}

/** What is stored of a bundle: a tile, or hashes one by one. The log may have grown meanwhile. */
function hashesAt(
  tile: Uint8Array | undefined,
  first: number,
  width: number,
  pending: ReadonlyMap<string, Hash>,
): MaybeHash[] {
  if (!tile)
    return Array.from({ length: width }, (_, at) => pending.get(`0/${first + at}`) ?? null);
  const wanted =
    width === TILE_WIDTH ? Math.max(tile.length, TILE_WIDTH * HASH_BYTES) : width * HASH_BYTES;
  return splitHashes(tile.subarray(0, wanted));
}

function found(
  { position, entry, salts, isMisfiled, event }: StoredEntry,
  publicId: string,
): FoundEntry {
  return { position, entry, salts, isMisfiled, event: event && auditRecord(event, publicId) };
}

/** Takes what the log doesn't have: entries, tiles and events.
 *  @returns how many events wait to be taken into it */
async function takeStrays(
  scope: TenantScope,
  check: LogCheck,
  { settledBefore }: TrailBounds,
  head: StoredHead,
  progress: (share: number) => void,
): Promise<number> {
  const [entries, tiles] = await inLateRead(scope, (db) =>
    Promise.all([readStrayEntries(db), readStrayTiles(db)]),
  );
  for (const { position, entry } of entries) check.takeStray({ position, entry });
  for (const { level, number } of tiles) {
    const from = number * TILE_WIDTH;
    check.note({ kind: "hash", level, from, to: from + TILE_WIDTH - 1, state: "stray" });
  }
  let waiting = 0;
  for (let after: TrailPlace | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const slice: Awaited<ReturnType<typeof readUnlogged>> = await inLateRead(scope, (db) =>
      readUnlogged(db, after, TRAIL),
    );
    for (const id of slice.ids)
      if (id < settledBefore && !isLeftAlone(id, head))
        check.note({ kind: "inserted", position: null, id });
      else waiting += 1;
    after = slice.next;
  }
  progress(1);
  return waiting;
}

/** Nothing is appended to a log that was refused. An event may be a little older than its transaction. */
function isLeftAlone(id: string, { refusedAt }: StoredHead): boolean {
  const at = momentOfId(id);
  return Boolean(refusedAt && at && at.getTime() > refusedAt.getTime() - 120_000);
}
