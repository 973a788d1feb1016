import type { CommittedPart } from "@/lib/features/audit-log/log/log-entry";

/** Changed aspect of an event: a part with a commitment, the bytes of its entry, or the environment of its
 *  entry. */
export type ChangedPart = CommittedPart | "entry" | "filing";

/** A difference from what was signed. Positions count from zero. */
export type Finding =
  /** An event does not match its commitments. */
  | { kind: "changed"; position: number; id: string | null; parts: ChangedPart[] }
  /** Events at positions `from` to `to` are missing, and retention does not explain it. */
  | { kind: "dropped"; from: number; to: number; id: string | null }
  /** An event that the log never had. */
  | { kind: "inserted"; id: string | null; position: number | null }
  /** Events `from` to `to` were moved, each by the same distance. */
  | { kind: "reordered"; from: number; to: number; belongs: number; id: string | null }
  /** Hashes of the tree are missing, different or extra: at one level, from one index to another. */
  | HashFinding
  /** One or more of the events from `from` to `to` were changed together with their hashes. */
  | { kind: "unresolved"; from: number; to: number }
  /** The log's head is wrong. */
  | { kind: "head"; what: string }
  /** The log is not the one of a checkpoint that a reader has stored. */
  | { kind: "fork"; keptSize: number; size: number; how: "other past" | "shorter" };

/** Finding about a checkpoint that a log does not extend. */
export function forkFrom(keptSize: number, size: number): Finding {
  return { kind: "fork", keptSize, size, how: keptSize > size ? "shorter" : "other past" };
}

/** A range of wrong hashes of the tree. */
export interface HashFinding {
  kind: "hash";
  level: number;
  from: number;
  to: number;
  state: "changed" | "missing" | "stray";
}

/** A range of consecutive positions. */
export interface Range {
  from: number;
  to: number;
}

/** Collects ascending positions as ranges. Beyond the limit they are only counted. */
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
