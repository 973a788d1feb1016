import { base64, type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { CheckedTree } from "@/lib/features/audit-log/verify/checked-tree";
import type { ChangedPart, Finding, HashFinding } from "@/lib/features/audit-log/verify/finding";

/** An entry at another entry's position, or one that is nowhere in the signed log. */
export interface Misplaced {
  position: number;
  hash: Hash;
  id: string | null;
}

/** Evidence about a log, once all of it was read. */
interface Evidence {
  tree: CheckedTree;
  /** Whether the stored hashes lead to the signed root. */
  isSolved: boolean;
  /** Positions before this one are confirmed by an older checkpoint. */
  sureUntil: number;
  size: number;
  /** Events that do not match the commitments of their entries. */
  changed: ReadonlyMap<number, Finding & { kind: "changed" }>;
  /** Entries at a position that has another one, or that the log does not have. */
  misplaced: readonly Misplaced[];
  gone: readonly { position: number; id: string | null }[];
}

/** Names the events that were changed, dropped, inserted or moved, and wrong hashes. */
export function findTampering(evidence: Evidence): Finding[] {
  const { tree, isSolved, sureUntil, size } = evidence;
  const findings: Finding[] = isSolved
    ? []
    : [{ kind: "unresolved", from: sureUntil, to: size - 1 }];
  findings.push(...wrongEntries(evidence), ...inRanges(wrongHashes(tree)));
  if (!tree.isComplete)
    findings.push({ kind: "head", what: "more of it is wrong than could be looked at one by one" });
  return findings;
}

/** Distinguishes moved, inserted and changed entries, and missing events from moved ones. */
function wrongEntries({ tree, changed, misplaced, gone }: Evidence): Finding[] {
  const { wrong, signed } = wrongLeaves(tree);
  const belongs = ({ hash }: Misplaced) => signed.get(base64(hash));
  const moved = [...wrong, ...misplaced].flatMap((one) => {
    const [{ position, id }, place] = [one, belongs(one)];
    if (place === undefined) return [];
    return [{ kind: "reordered" as const, from: position, to: position, belongs: place, id }];
  });
  const elsewhere = new Set(moved.map((one) => one.belongs));
  const inserted = misplaced.filter((one) => belongs(one) === undefined);
  const reported = new Map(changed);
  for (const one of wrong) {
    const { position } = one;
    const known = reported.get(position);
    reported.delete(position);
    if (belongs(one) !== undefined) continue;
    if (elsewhere.has(position)) inserted.push(one);
    else {
      const parts: ChangedPart[] = [...(known?.parts ?? []), "entry"];
      reported.set(position, { kind: "changed", position, id: known?.id ?? one.id, parts });
    }
  }
  const dropped = gone.filter(({ position }) => !elsewhere.has(position));
  return [
    ...reported.values(),
    ...inserted.map(({ id, position }) => ({ kind: "inserted" as const, id, position })),
    ...inRanges(moved),
    ...inRanges(dropped.map(({ position: at, id }) => ({ kind: "dropped", from: at, to: at, id }))),
  ];
}

/** Entries that differ from the signed ones, and the positions of the signed ones that are missing or
 *  replaced. */
function wrongLeaves(tree: CheckedTree): { wrong: Misplaced[]; signed: Map<string, number> } {
  const wrong: Misplaced[] = [];
  const places = new Map<string, number>();
  for (const { position, entry, id, signed } of tree.leaves()) {
    if (!signed || (entry && isSame(entry, signed))) continue;
    places.set(base64(signed), position);
    if (entry) wrong.push({ position, hash: entry, id });
  }
  return { wrong, signed: places };
}

/** Findings about a range of positions. */
type RangeFinding = Finding & { kind: "reordered" | "dropped" | "hash" | "unresolved" };

/** Hashes of the tree that differ from the signed ones, and ranges where events were changed together with
 *  all hashes. */
function* wrongHashes(tree: CheckedTree): Generator<RangeFinding> {
  for (const { level, index, stored, computed, signed } of tree.doubtful()) {
    yield* wrongHash(level, index, stored, signed);
    const isBelowWrong = signed && !(computed && isSame(computed, signed));
    if (isBelowWrong && !tree.signedTile(level - 1, index)) {
      const leaves = TILE_WIDTH ** level;
      yield { kind: "unresolved", from: index * leaves, to: (index + 1) * leaves - 1 };
    }
  }
  for (const { position, stored = null, entry, signed } of tree.leaves()) {
    yield* wrongHash(0, position, stored, signed);
    if (stored && !signed && entry && !isSame(stored, entry))
      yield { kind: "unresolved", from: position, to: position };
  }
}

function* wrongHash(
  level: number,
  position: number,
  stored: Hash | null,
  signed: Hash | null,
): Generator<HashFinding> {
  const found = { kind: "hash", level, from: position, to: position } as const;
  if (!stored) yield { ...found, state: "missing" };
  else if (signed && !isSame(stored, signed)) yield { ...found, state: "changed" };
}

/** Joins findings of one kind about consecutive positions. */
function inRanges(findings: Iterable<RangeFinding>): RangeFinding[] {
  const ranges: RangeFinding[] = [];
  for (const next of findings) {
    const last = ranges.at(-1);
    if (last && last.to === next.from - 1 && isAlike(last, next)) last.to = next.to;
    else ranges.push(next);
  }
  return ranges;
}

function isAlike(one: RangeFinding, next: RangeFinding): boolean {
  if (one.kind === "hash" && next.kind === "hash")
    return one.level === next.level && one.state === next.state;
  // Moved by the same distance.
  if (one.kind === "reordered" && next.kind === "reordered")
    return one.from - one.belongs === next.from - next.belongs;
  return one.kind === next.kind;
}
