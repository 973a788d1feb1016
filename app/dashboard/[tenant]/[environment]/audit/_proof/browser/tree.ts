import type { Node } from "@/lib/features/audit-log/log/perfect-nodes";
import { type Bytes, sha256 } from "./bytes";

/** Node of the log's tree, with its hash. */
export interface HashedNode extends Node {
  hash: Bytes;
}

/** Returns the hash of a leaf (RFC 6962 §2.1). */
export function leafHash(entry: Bytes): Promise<Bytes> {
  return sha256(Uint8Array.of(0), entry);
}

/** Returns the root of the tree that some nodes make up.
 *  @param nodes consecutive from the first leaf on, without a gap */
export async function rootOver(nodes: readonly HashedNode[]): Promise<Bytes> {
  const edge: HashedNode[] = [];
  for (const node of nodes) {
    let top = node;
    for (let left = edge.at(-1); left && areSiblings(left, top); left = edge.at(-1)) {
      edge.pop();
      const hash = await nodeHash(left.hash, top.hash);
      top = { height: top.height + 1, index: left.index / 2, hash };
    }
    edge.push(top);
  }
  let root = edge.pop()?.hash;
  if (!root) return sha256();
  for (let left = edge.pop(); left; left = edge.pop()) root = await nodeHash(left.hash, root);
  return root;
}

/** Returns the hash over adjacent hashes at one height; their number is a power of two. */
export function perfectRoot(hashes: readonly Bytes[]): Promise<Bytes> {
  return rootOver(hashes.map((hash, index) => ({ height: 0, index, hash })));
}

function areSiblings(left: Node, right: Node): boolean {
  return left.height === right.height && left.index % 2 === 0 && right.index === left.index + 1;
}

function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(Uint8Array.of(1), left, right);
}
