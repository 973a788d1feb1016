import { isSame } from "@/lib/features/audit-log/log/bytes";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { CheckedTree, LeafTile } from "@/lib/features/audit-log/verify/checked-tree";
import type { Finding, HashFinding } from "@/lib/features/audit-log/verify/finding";

/** Finds hashes of the tree that differ from the signed ones, and ranges where events were changed together
 *  with all hashes. */
export function wrongHashes(tree: CheckedTree): Finding[] {
  const found = new Findings();
  for (const { level, index } of tree.differing()) {
    const [stored, right] = [tree.storedAt(level, index), tree.signedAt(level, index)];
    if (!stored) found.hash(level, index, "missing");
    else if (right && !isSame(stored, right)) found.hash(level, index, "changed");
    if (right && !tree.isComputed(level, index) && !tree.signedTile(level - 1, index)) {
      const leaves = TILE_WIDTH ** level;
      found.unresolved(index * leaves, (index + 1) * leaves - 1);
    }
  }
  for (const tile of tree.leaves) lookAtLeaves(found, tree, tile);
  return found.list;
}

function lookAtLeaves(found: Findings, tree: CheckedTree, tile: LeafTile): void {
  for (const [at, stored] of tile.stored.entries()) {
    const position = tile.number * TILE_WIDTH + at;
    const [entry, right] = [tile.entries[at], tree.signedAt(0, position)];
    if (!stored) found.hash(0, position, "missing");
    else if (right && !isSame(stored, right)) found.hash(0, position, "changed");
    else if (!right && entry && !isSame(stored, entry)) found.unresolved(position, position);
  }
}

/** Combines findings about consecutive hashes. */
class Findings {
  readonly list: Finding[] = [];

  hash(level: number, position: number, state: HashFinding["state"]): void {
    const last = this.list.at(-1);
    const isNext =
      last?.kind === "hash" &&
      last.level === level &&
      last.state === state &&
      last.to === position - 1;
    if (isNext) last.to = position;
    else this.list.push({ kind: "hash", level, from: position, to: position, state });
  }

  unresolved(from: number, to: number): void {
    const last = this.list.at(-1);
    if (last?.kind === "unresolved" && last.to === from - 1) last.to = to;
    else this.list.push({ kind: "unresolved", from, to });
  }
}
