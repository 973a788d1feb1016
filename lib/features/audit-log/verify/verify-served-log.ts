import type { Hash } from "@/lib/features/audit-log/log/bytes";
import {
  HASH_BYTES,
  hashesOfLevel,
  splitHashes,
  TILE_WIDTH,
  type TilePath,
} from "@/lib/features/audit-log/log/tile";
import type { MaybeHash } from "@/lib/features/audit-log/verify/choose-consistent-hashes";
import { type FoundEntry, LogCheck } from "@/lib/features/audit-log/verify/log-check";
import {
  type ParsedEvent,
  readEventBundles,
} from "@/lib/features/audit-log/verify/read-event-bundles";
import {
  CannotVerify,
  requiredCheckpoints,
  type VerificationInput,
  type Verified,
  verifyCheckpoint,
} from "@/lib/features/audit-log/verify/verified";

/** A log served by another party (C2SP tlog-tiles). Its responses must be verified. Each function throws
 *  CannotVerify if there is no response. */
export interface ServedLog {
  /** The signed note; null if there is no log. */
  checkpoint(): Promise<string | null>;
  /** Bytes of a tile or bundle; null if there is no such file. */
  file(path: TilePath): Promise<Uint8Array | null>;
  /** Hashes of a proof of consistency; null if the service has none. */
  consistency(from: number, to: number): Promise<Hash[] | null>;
  /** Lines of the events that the reader may see, in the log's order, from its beginning. */
  events(): AsyncIterable<string>;
}

/** Keys, checkpoints and retention to verify a served log with. */
export interface ServedVerificationInput extends VerificationInput {
  /** Events from this moment on must exist. Null: only those of the first bundles may have been deleted. */
  keptSince: Date | null;
}

/** Verifies a log served by another party, and the events of it that the reader may see. Entries of other
 *  events are verified with the tree only.
 *  @param progress called with the fraction that is done, from 0 to 1
 *  @throws CannotVerify if there is no log, it cannot be read, it has other keys, or a witness has not
 *  cosigned it */
export async function verifyServedLog(
  log: ServedLog,
  input: ServedVerificationInput,
  progress: (share: number) => void = () => {},
): Promise<Verified> {
  const note = await log.checkpoint();
  if (note === null) throw new CannotVerify("The tenant has no log yet.");
  const signed = verifyCheckpoint(note, input.keys);
  const { kept, cosigned } = requiredCheckpoints(signed.origin, input, [note]);
  const { keptSince } = input;
  const check = new LogCheck({ ...signed, kept, leftBefore: keptSince, mayBeginLate: false });
  await takeHashes(log, check, signed.size);
  await takeBundles(log, check, signed.size, progress);
  return { ...signed, ...check.end(), cosigned, waiting: null, notProved: [], keptSince };
}

async function takeHashes(log: ServedLog, check: LogCheck, size: number): Promise<void> {
  for (let level = 1; hashesOfLevel(level, size) > 0; level += 1)
    for (let number = 0; number * TILE_WIDTH < hashesOfLevel(level, size); number += 1)
      check.takeHashes(level, number * TILE_WIDTH, await hashesOf(log, level, number, size));
}

async function takeBundles(
  log: ServedLog,
  check: LogCheck,
  size: number,
  progress: (share: number) => void,
): Promise<void> {
  const events = readEventBundles(log.events(), size);
  try {
    let wasWhole = false;
    for (let number = 0; number * TILE_WIDTH < size; number += 1) {
      progress((number * TILE_WIDTH) / size);
      const [hashes, entries, { value: bundleEvents }] = await Promise.all([
        hashesOf(log, 0, number, size),
        entriesOf(log, number, size),
        events.next(),
      ]);
      // A bundle is not served once one of its entries is deleted, and the first bundles are the oldest.
      check.take({
        number,
        hashes,
        entries: paired(entries, bundleEvents ?? []),
        isUnseen: !wasWhole && !entries,
      });
      wasWhole ||= entries !== null;
    }
    progress(1);
  } finally {
    await events.return();
  }
}

/** Pairs each entry with its event, if the reader may see that. */
function paired(
  entries: readonly FoundEntry[] | null,
  bundleEvents: readonly ParsedEvent[],
): FoundEntry[] {
  const here = new Map((entries ?? []).map((one) => [one.position, one]));
  for (const { position, entry: own, event, salts } of bundleEvents) {
    const entry = here.get(position)?.entry ?? own;
    if (entry) here.set(position, { position, entry, event, salts });
  }
  return [...here.values()];
}

/** Hashes of a served tile. A tile of an unexpected length counts as empty. */
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

/** @returns null if one of them was deleted, or there is no such bundle */
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

/** Fetches a file, or the complete tile if the partial one is not served any more. */
async function fileOf(log: ServedLog, path: TilePath): Promise<Uint8Array | null> {
  const bytes = await log.file(path);
  return bytes || path.width === TILE_WIDTH ? bytes : log.file({ ...path, width: TILE_WIDTH });
}

/** Splits a bundle into its entries, each after its length in two bytes; null for malformed bytes. */
function splitEntries(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < view.length) {
    if (at + 2 > view.length) return null;
    const end = at + 2 + view.readUInt16BE(at);
    if (end > view.length) return null;
    entries.push(view.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
