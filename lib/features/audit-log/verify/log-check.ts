import { isSame } from "@/lib/features/audit-log/log/bytes";
import {
  type EventRecord,
  eachPart,
  isExactEntry,
  parseEntry,
  partStates,
  partsThatAre,
  type Salts,
} from "@/lib/features/audit-log/log/log-entry";
import type { TreeHead } from "@/lib/features/audit-log/log/merkle-proof";
import { leafHash } from "@/lib/features/audit-log/log/merkle-tree";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { CheckedTree } from "@/lib/features/audit-log/verify/checked-tree";
import type { MaybeHash } from "@/lib/features/audit-log/verify/choose-consistent-hashes";
import { findTampering, type Misplaced } from "@/lib/features/audit-log/verify/find-tampering";
import {
  type ChangedPart,
  type Finding,
  forkFrom,
  type Range,
  Ranges,
} from "@/lib/features/audit-log/verify/finding";

/** An entry as it was read. */
export interface FoundEntry {
  position: number;
  entry: Uint8Array;
  /** Null if it is missing; absent if it was not looked up. */
  event?: EventRecord | null;
  salts?: Salts;
  /** Whether its environment differs from that of its event. */
  isMisfiled?: boolean;
}

/** Up to 256 entries of one bundle, and their stored hashes. */
export interface FoundBundle {
  number: number;
  entries: readonly FoundEntry[];
  hashes: readonly MaybeHash[];
  /** Positions whose events were deleted by retention, according to the export; any other position without
   *  an entry is missing. If absent, the age of an event decides. */
  left?: ReadonlySet<number>;
  /** Whether entries that are not here cannot be read, because another one of the bundle was deleted. */
  isUnseen?: boolean;
}

/** Decides which missing events retention explains. */
export interface Retained {
  /** Events before this moment may be missing; null for none. */
  leftBefore: Date | null;
  /** Events before the first existing one may be missing: retention may have been shorter once. */
  mayBeginLate: boolean;
}

/** Size and root that a log must have. */
export interface Expected extends Retained, TreeHead {
  /** Older checkpoints that a reader has stored. */
  kept: readonly TreeHead[];
}

/** Result of checking a log. */
export interface Checked {
  findings: Finding[];
  /** Number of events that exist and match their commitments. */
  events: number;
  /** Number of entries whose events the reader may not see. */
  unopened: number;
  /** Times of the first and the last existing event, by their ids. */
  earliest: Date | null;
  latest: Date | null;
  erased: { count: number; ranges: Range[] };
  left: { count: number; ranges: Range[] };
  /** Stored checkpoints that the log extends. */
  continues: number[];
}

/** An event may follow younger ones: by as long as its transaction was open after theirs had ended, in
 *  milliseconds. */
const LATEST_MS = 120_000;

/** Maximum number of findings that are listed one by one. */
const MOST_FINDINGS = 1_000;

/** Checks a log piece by piece: entries against events, hashes against entries, and all of it against the
 *  signed root. Without I/O. Uses a few MiB of memory for a log of any length. */
export class LogCheck {
  readonly #expected: Expected;
  readonly #tree: CheckedTree;
  readonly #changed = new Map<number, Finding & { kind: "changed" }>();
  readonly #misplaced: Misplaced[] = [];
  readonly #noted: Finding[] = [];
  readonly #erased = new Ranges();
  readonly #left = new Ranges();
  readonly #gone: { position: number; id: string | null }[] = [];
  #events = 0;
  #unopened = 0;
  #earliest: Date | null = null;
  #latest: Date | null = null;

  constructor(expected: Expected) {
    this.#expected = expected;
    const sizes = expected.kept.map(({ size }) => size).filter((size) => size < expected.size);
    this.#tree = new CheckedTree(expected.size, sizes);
  }

  /** Checks the next bundle. Bundles must come in order. */
  take(bundle: FoundBundle): void {
    const { number, hashes } = bundle;
    const first = number * TILE_WIDTH;
    const length = Math.min(TILE_WIDTH, this.#expected.size - first);
    const found = this.#entriesByPlace(bundle, length);
    const goneBefore = this.#gone.length;
    const ids = found.map((one, at) => (one ? this.#look(one) : this.#lack(first + at, bundle)));
    const entries = found.map((one) => one && leafHash(one.entry));
    const stored = Array.from({ length }, (_, at) => hashes[at] ?? null);
    this.#tree.takeLeaves({ number, stored, entries, ids }, this.#gone.length > goneBefore);
    for (let at = length; at < hashes.length; at += 1)
      if (hashes[at])
        this.note({ kind: "hash", level: 0, from: first + at, to: first + at, state: "stray" });
  }

  /** Adds stored hashes of a higher level, from an index on. */
  takeHashes(level: number, from: number, hashes: readonly MaybeHash[]): void {
    for (const [at, hash] of hashes.entries())
      if (hash) this.#tree.takeHash(level, from + at, hash);
  }

  /** Records an entry at a position that the log does not have. */
  takeStray({ position, entry }: FoundEntry): void {
    if (this.#misplaced.length >= MOST_FINDINGS) return;
    this.#misplaced.push({ position, hash: leafHash(entry), id: parseEntry(entry)?.id ?? null });
  }

  /** Records a finding. */
  note(finding: Finding): void {
    if (this.#noted.length < MOST_FINDINGS) this.#noted.push(finding);
  }

  /** Finishes the check. */
  end(): Checked {
    const { root, size, kept } = this.#expected;
    const isSolved = this.#tree.solve(root);
    const continues: number[] = [];
    const forks: Finding[] = [];
    for (const one of kept) {
      const then = one.size === size ? root : one.size < size ? this.#tree.rootAt(one.size) : null;
      if (then && isSame(then, one.root)) continues.push(one.size);
      else forks.push(forkFrom(one.size, size));
    }
    const sureUntil = Math.max(0, ...continues.filter((one) => one < size));
    const findings = findTampering({
      tree: this.#tree,
      ...{ isSolved, sureUntil, size },
      ...{ changed: this.#changed, misplaced: this.#misplaced, gone: this.#gone },
    });
    return {
      findings: [...forks, ...this.#noted, ...findings].slice(0, MOST_FINDINGS),
      ...{ events: this.#events, unopened: this.#unopened },
      ...{ earliest: this.#earliest, latest: this.#latest },
      erased: { count: this.#erased.count, ranges: this.#erased.list },
      left: { count: this.#left.count, ranges: this.#left.list },
      continues,
    };
  }

  /** Entries of a bundle by their place in it; null where there is none. Of two at one position, takes the
   *  one whose hash is stored there. */
  #entriesByPlace({ number, entries, hashes }: FoundBundle, length: number): (FoundEntry | null)[] {
    const places: (FoundEntry | null)[] = Array.from({ length }, () => null);
    for (const found of entries) {
      const at = found.position - number * TILE_WIDTH;
      const other = places[at];
      const stored = hashes[at];
      const isHere = other === null || (other && stored && isSame(leafHash(found.entry), stored));
      if (isHere && other) this.takeStray(other);
      if (isHere) places[at] = found;
      else this.takeStray(found);
    }
    return places;
  }

  /** @returns the id in the entry */
  #look(found: FoundEntry): string | null {
    const { position, event, salts, isMisfiled } = found;
    const isExact = event && salts && !isMisfiled && isExactEntry(found.entry, event, salts);
    const id = isExact ? String(event.id) : (parseEntry(found.entry)?.id ?? null);
    if (event === null) this.#miss(position, id, momentOfId(id));
    else {
      this.#latest = momentOfId(event ? String(event.id) : id) ?? this.#latest;
      this.#earliest ??= this.#latest;
      if (event) this.#events += 1;
      else this.#unopened += 1;
      if (event && !isExact) this.#compare(found, event);
    }
    return id;
  }

  #compare({ position, entry, salts, isMisfiled }: FoundEntry, event: EventRecord): void {
    const parsed = parseEntry(entry);
    const states = partStates(event, salts ?? eachPart(() => null), parsed);
    const parts: ChangedPart[] = partsThatAre("changed", states);
    const id = String(event.id);
    if (parsed && parsed.id !== id && !parts.includes("record")) parts.push("record");
    if (isMisfiled) parts.push("filing");
    if (partsThatAre("erased", states).length > 0) this.#erased.add(position);
    if (parts.length === 0 || this.#changed.size >= MOST_FINDINGS) return;
    this.#changed.set(position, { kind: "changed", position, id: parsed?.id ?? id, parts });
  }

  #lack(position: number, { left, isUnseen }: FoundBundle): null {
    if (isUnseen) this.#left.add(position);
    else if (left && !left.has(position)) this.#lose(position, null);
    else this.#miss(position, null, null);
    return null;
  }

  /** @param at time of the event, if known */
  #miss(position: number, id: string | null, at: Date | null): void {
    const { leftBefore, mayBeginLate } = this.#expected;
    const last = at?.getTime() ?? (this.#latest && this.#latest.getTime() - LATEST_MS);
    const isOld = leftBefore !== null && last !== null && last < leftBefore.getTime();
    if (this.#latest === null ? mayBeginLate : isOld) this.#left.add(position);
    else this.#lose(position, id);
  }

  #lose(position: number, id: string | null): void {
    if (this.#gone.length < 100 * MOST_FINDINGS) this.#gone.push({ position, id });
  }
}

/** Time of an id's creation, which it begins with (RFC 9562 §5.7); null for an id of another form. */
export function momentOfId(id: string | null): Date | null {
  const digits = id?.replaceAll("-", "").slice(0, 12);
  return digits && /^[0-9a-f]{12}$/.test(digits) ? new Date(Number.parseInt(digits, 16)) : null;
}
