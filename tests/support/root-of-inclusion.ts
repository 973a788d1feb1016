import type { Hash } from "@/lib/features/audit-log/log/bytes";
import { nodeHash } from "@/lib/features/audit-log/log/merkle-tree";

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
