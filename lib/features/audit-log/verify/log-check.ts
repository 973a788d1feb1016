import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import {
  type EventRecord,
  eachPart,
  isExactEntry,
  type LogEntry,
  parseEntry,
  partStates,
  partsThatAre,
  type Salts,
} from "@/lib/features/audit-log/log/log-entry";
import { leafHash } from "@/lib/features/audit-log/log/merkle-tree";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { findTampering, type Misplaced } from "@/lib/features/audit-log/verify/blame";
import { CheckedTree, type MaybeHash } from "@/lib/features/audit-log/verify/checked-tree";
import {
  type ChangedPart,
  type Finding,
  type Range,
  Ranges,
} from "@/lib/features/audit-log/verify/finding";
import { momentOfId } from "@/lib/features/audit-log/verify/moment-of-id";

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
export interface Expected extends Retained {
  size: number;
  root: Hash;
  /** Older checkpoints that a reader has stored. */
  kept: readonly { size: number; root: Hash }[];
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
  readonly #wrongPlaces: Finding[] = [];
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
    const { number, entries, hashes } = bundle;
    const first = number * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, this.#expected.size - first);
    const here = new Map<number, FoundEntry>();
    for (const entry of entries) this.#place(entry, here, first, width, hashes);
    const leaves: MaybeHash[] = [];
    const ids: (string | null)[] = [];
    const before = this.#gone.length;
    for (let at = 0; at < width; at += 1) {
      const found = here.get(first + at);
      leaves.push(found ? leafHash(found.entry) : null);
      if (!found) this.#lack(first + at, bundle);
      ids.push(found ? this.#look(found) : null);
    }
    const stored = Array.from({ length: width }, (_, at) => hashes[at] ?? null);
    this.#tree.takeLeaves({ number, stored, entries: leaves, ids }, this.#gone.length > before);
    for (let at = width; at < hashes.length; at += 1)
      if (hashes[at])
        this.note({ kind: "hash", level: 0, from: first + at, to: first + at, state: "stray" });
  }

  /** Adds a stored hash of a higher level. */
  takeHash(level: number, index: number, hash: Hash): void {
    this.#tree.takeHash(level, index, hash);
  }

  /** Records an entry at a position that the log does not have. */
  takeStray(entry: FoundEntry): void {
    this.#misplace(entry);
  }

  /** Records a finding. */
  note(finding: Finding): void {
    if (this.#wrongPlaces.length < MOST_FINDINGS) this.#wrongPlaces.push(finding);
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
      else
        forks.push({
          ...{ kind: "fork", keptSize: one.size, size },
          how: one.size > size ? "shorter" : "other past",
        });
    }
    const sureUntil = Math.max(0, ...continues.filter((one) => one < size));
    const findings = findTampering({
      tree: this.#tree,
      ...{ isSolved, sureUntil, size },
      ...{ changed: this.#changed, misplaced: this.#misplaced, gone: this.#gone },
    });
    return {
      findings: [...forks, ...this.#wrongPlaces, ...findings].slice(0, MOST_FINDINGS),
      events: this.#events,
      unopened: this.#unopened,
      earliest: this.#earliest,
      latest: this.#latest,
      erased: { count: this.#erased.count, ranges: this.#erased.list },
      left: { count: this.#left.count, ranges: this.#left.list },
      continues,
    };
  }

  /** Of two entries at one position, retains the one whose hash is stored there. */
  #place(
    found: FoundEntry,
    here: Map<number, FoundEntry>,
    first: number,
    width: number,
    hashes: readonly MaybeHash[],
  ): void {
    const { position } = found;
    const isInside = position >= first && position < first + width;
    const other = here.get(position);
    const stored = hashes[position - first];
    const fits = stored && isSame(leafHash(found.entry), stored);
    if (!isInside || (other && !fits)) this.#misplace(found);
    else {
      if (other) this.#misplace(other);
      here.set(position, found);
    }
  }

  #misplace({ position, entry }: FoundEntry): void {
    if (this.#misplaced.length >= MOST_FINDINGS) return;
    this.#misplaced.push({ position, hash: leafHash(entry), id: parseEntry(entry)?.id ?? null });
  }

  /** @returns the id in the entry */
  #look(found: FoundEntry): string | null {
    const { position, event, salts } = found;
    if (event && salts && !found.isMisfiled && isExactEntry(found.entry, event, salts)) {
      const id = String(event.id);
      this.#see(id);
      this.#events += 1;
      return id;
    }
    const entry = parseEntry(found.entry);
    if (event === null) this.#miss(position, entry?.id ?? null, momentOfId(entry?.id));
    else if (event) {
      this.#see(String(event.id));
      this.#events += 1;
      this.#compare({ ...found, id: String(event.id), event, salts: salts ?? noSalts, entry });
    } else {
      this.#see(entry?.id);
      this.#unopened += 1;
    }
    return entry?.id ?? null;
  }

  #see(id: string | undefined): void {
    this.#latest = momentOfId(id) ?? this.#latest;
    this.#earliest ??= this.#latest;
  }

  #compare(one: {
    position: number;
    id: string;
    event: EventRecord;
    salts: Salts;
    entry: LogEntry | null;
    isMisfiled?: boolean;
  }): void {
    const { position, id, entry } = one;
    const states = partStates(one.event, one.salts, entry);
    const parts: ChangedPart[] = partsThatAre("changed", states);
    if (entry && entry.id !== id && !parts.includes("record")) parts.push("record");
    if (one.isMisfiled) parts.push("filing");
    if (partsThatAre("erased", states).length > 0) this.#erased.add(position);
    if (parts.length === 0 || this.#changed.size >= MOST_FINDINGS) return;
    this.#changed.set(position, { kind: "changed", position, id: entry?.id ?? id, parts });
  }

  #lack(position: number, { left, isUnseen }: FoundBundle): void {
    if (isUnseen) this.#left.add(position);
    else if (left && !left.has(position)) this.#lose(position, null);
    else this.#miss(position, null, null);
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

const noSalts: Salts = eachPart(() => null);
