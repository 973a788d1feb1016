import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { CheckedTree } from "@/lib/features/audit-log/verify/checked-tree";
import type { Finding } from "@/lib/features/audit-log/verify/finding";
import { wrongHashes } from "@/lib/features/audit-log/verify/wrong-hashes";

/** An entry at another entry's position, or one that is nowhere in the signed log. */
export interface Misplaced {
  position: number;
  hash: Hash;
  id: string | null;
}

type Changed = Finding & { kind: "changed" };

/** Evidence about a log, once all of it was read. */
interface Evidence {
  tree: CheckedTree;
  /** Whether the stored hashes lead to the signed root. */
  isSolved: boolean;
  /** Positions before this one are confirmed by an older checkpoint. */
  sureUntil: number;
  size: number;
  /** Events that do not match the commitments of their entries. */
  changed: ReadonlyMap<number, Changed>;
  /** Entries at a position that has another one, or that the log does not have. */
  misplaced: readonly Misplaced[];
  gone: readonly { position: number; id: string | null }[];
}

/** Names the events that were changed, dropped, inserted or moved. */
export function findTampering(evidence: Evidence): Finding[] {
  const { tree, isSolved, sureUntil, size } = evidence;
  const root: Finding[] = isSolved ? [] : [{ kind: "unresolved", from: sureUntil, to: size - 1 }];
  const rest: Finding[] = tree.isComplete
    ? []
    : [{ kind: "head", what: "more of it is wrong than could be looked at one by one" }];
  return [...root, ...wrongEntries(evidence), ...wrongHashes(tree), ...rest];
}

/** Distinguishes moved, inserted and changed entries, and missing events from moved ones. */
function wrongEntries({ tree, changed, misplaced, gone }: Evidence): Finding[] {
  const { wrong, signed } = wrongLeaves(tree);
  const placeOf = ({ hash }: Misplaced) => signed.get(name(hash));
  const moved = [...wrong, ...misplaced].filter((one) => placeOf(one) !== undefined);
  const elsewhere = new Set(moved.map(placeOf));
  const reported = new Map(changed);
  const inserted = misplaced.filter((one) => placeOf(one) === undefined);
  for (const one of wrong) {
    const { position, id } = one;
    const known = reported.get(position);
    reported.delete(position);
    if (placeOf(one) !== undefined) continue;
    if (elsewhere.has(position)) inserted.push(one);
    else {
      const parts = [...(known?.parts ?? []), "entry"] as const;
      reported.set(position, { kind: "changed", position, id: known?.id ?? id, parts: [...parts] });
    }
  }
  return [
    ...reported.values(),
    ...inserted.map(({ id, position }): Finding => ({ kind: "inserted", id, position })),
    ...reordered(moved.map((one) => ({ ...one, belongs: placeOf(one) ?? 0 }))),
    ...dropped(gone.filter(({ position }) => !elsewhere.has(position))),
  ];
}

/** Entries that differ from the signed ones, and the positions of the signed ones that are missing or
 *  replaced. */
function wrongLeaves(tree: CheckedTree): { wrong: Misplaced[]; signed: Map<string, number> } {
  const wrong: Misplaced[] = [];
  const signed = new Map<string, number>();
  for (const tile of tree.leaves)
    for (const [at, hash] of tile.entries.entries()) {
      const position = tile.number * TILE_WIDTH + at;
      const right = tree.signedAt(0, position);
      if (!right || (hash && isSame(hash, right))) continue;
      signed.set(name(right), position);
      if (hash) wrong.push({ position, hash, id: tile.ids[at] ?? null });
    }
  return { wrong, signed };
}

/** Combines consecutive entries that were moved by the same distance into one finding. */
function reordered(moved: readonly (Misplaced & { belongs: number })[]): Finding[] {
  const findings: (Finding & { kind: "reordered" })[] = [];
  for (const { position, belongs, id } of moved) {
    const last = findings.at(-1);
    const goesOn = last?.to === position - 1 && position - belongs === last.from - last.belongs;
    if (last && goesOn) last.to = position;
    else findings.push({ kind: "reordered", from: position, to: position, belongs, id });
  }
  return findings;
}

function dropped(gone: readonly { position: number; id: string | null }[]): Finding[] {
  const findings: (Finding & { kind: "dropped" })[] = [];
  for (const { position, id } of gone) {
    const last = findings.at(-1);
    if (last?.to === position - 1) last.to = position;
    else findings.push({ kind: "dropped", from: position, to: position, id });
  }
  return findings;
}

function name(hash: Hash): string {
  return Buffer.from(hash).toString("base64");
}
