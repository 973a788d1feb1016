import { hash } from "node:crypto";
import type { Node } from "@/lib/features/audit-log/log/perfect-nodes";

/** SHA-256 hash of a leaf, a node or the root. */
export type Hash = Uint8Array;

/** A node with its hash. */
export interface HashedNode extends Node {
  hash: Hash;
}

/** Hash of a leaf (RFC 6962 §2.1). */
export function leafHash(entry: Uint8Array): Hash {
  const end = 1 + entry.length;
  if (leaf.length < end) leaf = Buffer.allocUnsafe(end);
  leaf[0] = LEAF;
  leaf.set(entry, 1);
  return sha256(leaf.subarray(0, end));
}

/** Hash of a node above two others (RFC 6962 §2.1). */
export function nodeHash(left: Hash, right: Hash): Hash {
  pair.set(left, 1);
  pair.set(right, 1 + left.length);
  return sha256(pair);
}

/** Returns the hash by way of a binary string: a buffer per hash would take twice as long as hashing. */
function sha256(bytes: Uint8Array): Hash {
  return Buffer.from(hash("sha256", bytes, "binary"), "binary");
}

const [LEAF, INNER] = [0, 1];
/** Buffer for an entry and its prefix while they are hashed; it grows with the longest one. */
let leaf = Buffer.allocUnsafe(1024);
/** Buffer for two hashes and their prefix while they are hashed. */
const pair = Buffer.of(INNER, ...new Uint8Array(64));

/** Root of the empty tree (RFC 6962 §2.1). */
export const emptyRoot: Hash = hash("sha256", "", "buffer");

/** Right edge of a tree: the perfect subtrees that it consists of, the largest first. Appending needs
 *  nothing else. */
export class TreeEdge {
  #size: number;
  readonly #subtrees: Hash[];

  /** @param subtrees hashes of the nodes from `perfectNodes(0, size)` */
  constructor(size = 0, subtrees: readonly Hash[] = []) {
    this.#size = size;
    this.#subtrees = [...subtrees];
  }

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  /** Appends a leaf.
   *  @returns every node that it completes, the leaf first */
  append(leaf: Hash): HashedNode[] {
    let top: HashedNode = { height: 0, index: this.#size, hash: leaf };
    const completed = [top];
    while (top.index % 2 === 1) {
      const left = this.#subtrees.pop() as Hash;
      const index = (top.index - 1) / 2;
      top = { height: top.height + 1, index, hash: nodeHash(left, top.hash) };
      completed.push(top);
    }
    this.#subtrees.push(top.hash);
    this.#size += 1;
    return completed;
  }

  /** Current root of the tree. */
  root(): Hash {
    return joined(this.#subtrees);
  }
}

/** Hash over adjacent perfect subtrees, the largest first; the empty tree's for none. */
export function joined(subtrees: readonly Hash[]): Hash {
  let right = subtrees.at(-1);
  if (!right) return emptyRoot;
  for (let at = subtrees.length - 2; at >= 0; at -= 1)
    right = nodeHash(subtrees[at] as Hash, right);
  return right;
}

/** Hash over the hashes of a perfect subtree at one height. Their number is a power of two. */
export function perfectRoot(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(level[2 * at] as Hash, level[2 * at + 1] as Hash),
    );
  return level[0] ?? emptyRoot;
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
 *  §2.1.2). None for an empty or an equal tree. */
export function consistencyParts(older: number, size: number): Part[] {
  if (older === 0 || older === size) return [];
  return changedParts(older, { from: 0, until: size }, true);
}

function changedParts(older: number, tree: Part, isWhole: boolean): Part[] {
  if (older === tree.until) return isWhole ? [] : [tree];
  const middle = tree.from + greatestPowerBelow(tree.until - tree.from);
  const left = { from: tree.from, until: middle };
  const right = { from: middle, until: tree.until };
  return older <= middle
    ? [...changedParts(older, left, isWhole), right]
    : [...changedParts(older, right, false), left];
}

/** Greatest power of two below a number, which is at least two. */
function greatestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}
