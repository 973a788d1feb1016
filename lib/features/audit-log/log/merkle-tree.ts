import { hash } from "node:crypto";
import type { Node } from "@/lib/features/audit-log/log/perfect-nodes";

/** A SHA-256 hash: a leaf's, a node's, or the root's. */
export type Hash = Uint8Array;

/** A node with its hash. */
export interface HashedNode extends Node {
  hash: Hash;
}

/** The hash of a leaf (RFC 6962 §2.1). */
export function leafHash(entry: Uint8Array): Hash {
  const end = 1 + entry.length;
  if (leaf.length < end) leaf = Buffer.allocUnsafe(end);
  leaf[0] = LEAF;
  leaf.set(entry, 1);
  return sha256(leaf.subarray(0, end));
}

/** The hash of a node above two (RFC 6962 §2.1). */
export function nodeHash(left: Hash, right: Hash): Hash {
  pair.set(left, 1);
  pair.set(right, 1 + left.length);
  return sha256(pair);
}

/** By way of a text: memory of its own for each hash would take twice as long as the hash. */
function sha256(bytes: Uint8Array): Hash {
  return Buffer.from(hash("sha256", bytes, "binary"), "binary");
}

const [LEAF, INNER] = [0, 1];
/** Where an entry stands behind its prefix while it is hashed; it grows with the longest one. */
let leaf = Buffer.allocUnsafe(1024);
/** Where two hashes stand behind their prefix while they are hashed. */
const pair = Buffer.of(INNER, ...new Uint8Array(64));

/** The root of a tree without leaves (RFC 6962 §2.1). */
export const emptyRoot: Hash = hash("sha256", "", "buffer");

/** The right edge of a tree: the perfect subtrees that make it up, the largest first. It is all that appending needs to know. */
export class TreeEdge {
  #size: number;
  readonly #subtrees: Hash[];

  /** @param subtrees hashes of the nodes that `perfectNodes(0, size)` names */
  constructor(size = 0, subtrees: readonly Hash[] = []) {
    this.#size = size;
    this.#subtrees = [...subtrees];
  }

  /** How many leaves the tree has. */
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

  /** The root of the tree as it is. */
  root(): Hash {
    return joined(this.#subtrees);
  }
}

/** The hash over perfect subtrees that follow each other, the largest first; the empty tree's for none. */
export function joined(subtrees: readonly Hash[]): Hash {
  let right = subtrees.at(-1);
  if (!right) return emptyRoot;
  for (let at = subtrees.length - 2; at >= 0; at -= 1)
    right = nodeHash(subtrees[at] as Hash, right);
  return right;
}

/** The hash over a perfect subtree's hashes at one height: as many as a power of two, or one. */
export function perfectRoot(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(level[2 * at] as Hash, level[2 * at + 1] as Hash),
    );
  return level[0] ?? emptyRoot;
}

/** A part of a tree, of which a proof has the hash: leaves from `from` to before `until`. */
export interface Part {
  from: number;
  until: number;
}

/** The parts of which a proof that a leaf is in the tree has the hashes, in their order (RFC 6962 §2.1.1).
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

/** The parts of which a proof that a tree of `size` leaves began with a tree of `older` leaves has the hashes (RFC 6962 §2.1.2).
 *  There is nothing to prove about an empty or an equal tree. */
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

/** The greatest power of two that is less than a number of at least two. */
function greatestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}
