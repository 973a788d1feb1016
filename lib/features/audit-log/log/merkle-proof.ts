import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import { emptyRoot, nodeHash, perfectNodes } from "@/lib/features/audit-log/log/merkle-tree";

/** Size and root of a tree. */
export interface TreeHead {
  size: number;
  root: Hash;
}

/** Whether a proof shows that a tree extends an older one (RFC 9162 §2.1.4.2). Every tree extends the empty
 *  one.
 *  @param older size and root of the older tree
 *  @param newer size and root of the newer tree */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isSame(older.root, emptyRoot);
  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  const rest = [...proof];
  // A perfect older tree is itself the first hash of the proof, and is left out.
  const first = at === 0 ? older.root : rest.shift();
  if (!first) return false;
  let [olderRoot, newerRoot] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      olderRoot = nodeHash(hash, olderRoot);
      newerRoot = nodeHash(hash, newerRoot);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newerRoot = nodeHash(newerRoot, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(olderRoot, older.root) && isSame(newerRoot, newer.root);
}

/** A part of a tree whose hash is in a proof: leaves from `from` up to, not including, `until`. */
export interface Part {
  from: number;
  until: number;
}

/** Parts whose hashes prove that a leaf is in the tree, in order (RFC 6962 §2.1.1).
 *  @param index of the leaf, less than `size` */
export function inclusionParts(index: number, size: number): Part[] {
  return pathParts(index, { from: 0, until: size });
}

function pathParts(index: number, tree: Part): Part[] {
  if (tree.until - tree.from <= 1) return [];
  const middle = tree.from + greatestPowerBelow(tree.until - tree.from);
  const left = { from: tree.from, until: middle };
  const right = { from: middle, until: tree.until };
  return index < middle ? [...pathParts(index, left), right] : [...pathParts(index, right), left];
}

/** Parts whose hashes prove that a tree of `size` leaves extends a tree of `older` leaves (RFC 6962
 *  §2.1.2): the last perfect subtree of the older tree, unless that is all of it, and what proves that it is
 *  in the newer one. None for an empty or an equal tree. */
export function consistencyParts(older: number, size: number): Part[] {
  if (older === 0 || older === size) return [];
  const { height = 0 } = perfectNodes(0, older).at(-1) ?? {};
  const last = { from: older - 2 ** height, until: older };
  const others = inclusionParts(older - 1, size).filter(
    ({ from }) => from < last.from || from >= older,
  );
  return last.from === 0 ? others : [last, ...others];
}

/** Greatest power of two below a number, which is at least two. */
function greatestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}
