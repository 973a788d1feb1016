import { splitHashes } from "@/lib/features/audit-log/log/growing-log";
import { HASH_BYTES, hashesOfLevel, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { MaybeHash } from "@/lib/features/audit-log/verify/checked-tree";
import { type FoundEntry, LogCheck } from "@/lib/features/audit-log/verify/log-check";
import { type ServedLog, splitEntries } from "@/lib/features/audit-log/verify/served-log";
import { ToldEvents } from "@/lib/features/audit-log/verify/told-events";
import {
  CannotVerify,
  heldAgainst,
  type Verified,
  vouchedBy,
  type Wanted,
} from "@/lib/features/audit-log/verify/verified";

/** What a served log is verified with. */
export interface WantedOfServed extends Wanted {
  /** Events from this moment on must be there. Null: only those of the first bundles may have left. */
  keptSince: Date | null;
}

/** Checks a log as somebody serves it, and the events that the reader is told of it. Entries whose events the reader may not see are
 *  checked against the tree alone.
 *  @param progress told how far it is, from 0 to 1
 *  @throws CannotVerify when there is no log, it can't be read, the keys are others, or a witness has not seen it */
export async function verifyServedLog(
  log: ServedLog,
  wanted: WantedOfServed,
  progress: (share: number) => void = () => {},
): Promise<Verified> {
  const note = await log.checkpoint();
  if (note === null) throw new CannotVerify("The tenant has no log yet.");
  const signed = vouchedBy(note, wanted.keys);
  const { kept, cosigned } = heldAgainst(signed.origin, wanted, [note]);
  const { keptSince } = wanted;
  const check = new LogCheck({ ...signed, kept, leftBefore: keptSince, mayBeginLate: false });
  await takeHashes(log, check, signed.size);
  await takeBundles(log, check, signed.size, progress);
  return { ...signed, ...check.end(), cosigned, waiting: null, notProved: [], keptSince };
}

async function takeHashes(log: ServedLog, check: LogCheck, size: number): Promise<void> {
  for (let level = 1; hashesOfLevel(level, size) > 0; level += 1)
    for (let number = 0; number * TILE_WIDTH < hashesOfLevel(level, size); number += 1)
      for (const [at, hash] of (await hashesOf(log, level, number, size)).entries())
        if (hash) check.takeHash(level, number * TILE_WIDTH + at, hash);
}

async function takeBundles(
  log: ServedLog,
  check: LogCheck,
  size: number,
  progress: (share: number) => void,
): Promise<void> {
  const events = new ToldEvents(log.events(), size);
  try {
    let wasWhole = false;
    for (let number = 0; number * TILE_WIDTH < size; number += 1) {
      progress((number * TILE_WIDTH) / size);
      const [hashes, entries, told] = await Promise.all([
        hashesOf(log, 0, number, size),
        entriesOf(log, number, size),
        events.until((number + 1) * TILE_WIDTH),
      ]);
      // A bundle is not served once one of its entries has left, and these are the oldest.
      check.take({
        number,
        hashes,
        entries: paired(entries, told),
        isUnseen: !wasWhole && !entries,
      });
      wasWhole ||= entries !== null;
    }
    await events.end();
    progress(1);
  } finally {
    await events.close();
  }
}

/** Each entry with its event, where the reader was told of it. */
function paired(
  entries: readonly FoundEntry[] | null,
  told: Awaited<ReturnType<ToldEvents["until"]>>,
): FoundEntry[] {
  const here = new Map((entries ?? []).map((one) => [one.position, one]));
  for (const { position, entry: own, event, salts } of told) {
    const entry = here.get(position)?.entry ?? own;
    if (entry) here.set(position, { position, entry, event, salts });
  }
  return [...here.values()];
}

/** The hashes of a tile as they are served. One that is served in another length has none. */
async function hashesOf(
  log: ServedLog,
  level: number,
  number: number,
  size: number,
): Promise<MaybeHash[]> {
  const width = Math.min(TILE_WIDTH, hashesOfLevel(level, size) - number * TILE_WIDTH);
  const bytes = await fileOf(log, { level, number, width });
  if (!bytes || bytes.length < width * HASH_BYTES || bytes.length % HASH_BYTES > 0)
    return Array.from({ length: width }, () => null);
  return splitHashes(bytes).slice(0, width);
}

/** @returns null when one of them has left, or there is no such bundle */
async function entriesOf(
  log: ServedLog,
  number: number,
  size: number,
): Promise<FoundEntry[] | null> {
  const first = number * TILE_WIDTH;
  const width = Math.min(TILE_WIDTH, size - first);
  const bytes = await fileOf(log, { level: "entries", number, width });
  if (!bytes) return null;
  const entries = splitEntries(bytes);
  if (!entries || entries.length < width)
    throw new CannotVerify(`The service's bundle of entries ${number} is not whole.`);
  return entries.slice(0, width).map((entry, at) => ({ position: first + at, entry }));
}

/** A file, or the whole one where a part of it is served no more. */
async function fileOf(
  log: ServedLog,
  path: Parameters<ServedLog["file"]>[0],
): Promise<Uint8Array | null> {
  const bytes = await log.file(path);
  return bytes || path.width === TILE_WIDTH ? bytes : log.file({ ...path, width: TILE_WIDTH });
}
