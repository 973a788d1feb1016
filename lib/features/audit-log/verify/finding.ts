import type { CommittedPart } from "@/lib/features/audit-log/log/log-entry";

/** What of an event was changed: a part that is committed to, the bytes of its entry, or the environment that the entry is filed under. */
export type ChangedPart = CommittedPart | "entry" | "filing";

/** What is not as it was signed. Positions count from zero. */
export type Finding =
  /** An event is other than what was committed to. */
  | { kind: "changed"; position: number; id: string | null; parts: ChangedPart[] }
  /** Events are gone that retention did not take: positions `from` to `to`. */
  | { kind: "dropped"; from: number; to: number; id: string | null }
  /** An event that the log never had. */
  | { kind: "inserted"; id: string | null; position: number | null }
  /** Events stand at other places than where they were put: `from` to `to`, each off by as much. */
  | { kind: "reordered"; from: number; to: number; belongs: number; id: string | null }
  /** Hashes of the tree are missing, other ones, or too many: at a level, from a position to another. */
  | HashFinding
  /** What is stored was changed together with its hashes: it is one or more of the events from `from` to `to`. */
  | { kind: "unresolved"; from: number; to: number }
  /** What the log says of itself is not true. */
  | { kind: "head"; what: string }
  /** The log is another one than somebody's checkpoint says. */
  | { kind: "fork"; keptSize: number; size: number; how: "other past" | "shorter" };

/** What is wrong with hashes of the tree. */
export interface HashFinding {
  kind: "hash";
  level: number;
  from: number;
  to: number;
  state: "changed" | "missing" | "stray";
}

/** Positions that follow each other. */
export interface Range {
  from: number;
  to: number;
}

/** Collects positions, which come in their order, as ranges. Beyond the bound it counts and keeps no more. */
export class Ranges {
  readonly #most: number;
  readonly list: Range[] = [];
  count = 0;

  constructor(most = 1_000) {
    this.#most = most;
  }

  add(position: number): void {
    this.count += 1;
    const last = this.list.at(-1);
    if (last && last.to === position - 1) last.to = position;
    else if (this.list.length < this.#most) this.list.push({ from: position, to: position });
  }
}
