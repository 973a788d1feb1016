import { emptyRoot, type Hash, nodeHash } from "@/lib/features/audit-log/log/merkle-tree";

/** Root that a proof of inclusion leads to. The leaf is in the tree if it equals the tree's root (RFC 9162
 *  §2.1.3.2).
 *  @param index of the leaf
 *  @param size of the tree
 *  @returns null if the proof is malformed for that leaf */
export function rootOfInclusion(
  leaf: Hash,
  index: number,
  size: number,
  proof: readonly Hash[],
): Hash | null {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) return null;
  let at = index;
  let last = size - 1;
  let root = leaf;
  for (const hash of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(hash, root);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else root = nodeHash(root, hash);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
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

/** Size and root of a tree. */
export interface TreeHead {
  size: number;
  root: Hash;
}

/** Whether two hashes are equal. They are public, so that the comparison need not be constant-time. */
export function isSame(one: Hash, other: Hash): boolean {
  return Buffer.compare(one, other) === 0;
}
