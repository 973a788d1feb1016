import { type Hash, sha256 } from "@/lib/features/audit-log/log/bytes";

/** A node of a perfect subtree: it covers 2^height leaves, starting at `index` × 2^height. */
export interface Node {
  height: number;
  index: number;
}

/** Fewest nodes that cover exactly the leaves from `from` up to, not including, `until`, from left to
 *  right. */
export function perfectNodes(from: number, until: number): Node[] {
  const nodes: Node[] = [];
  let at = from;
  while (at < until) {
    let height = 0;
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= until) height += 1;
    nodes.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return nodes;
}

/** A node with its hash. */
export interface HashedNode extends Node {
  hash: Hash;
}

const [LEAF, INNER] = [0, 1];
/** Buffer for an entry and its prefix while they are hashed; it grows with the longest one. */
let leaf = new Uint8Array(1024);
/** Buffer for two hashes and their prefix while they are hashed. */
const pair = Uint8Array.of(INNER, ...new Uint8Array(64));

/** Hash of a leaf (RFC 6962 §2.1). */
export function leafHash(entry: Uint8Array): Hash {
  const end = 1 + entry.length;
  if (leaf.length < end) leaf = new Uint8Array(end);
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

/** Root of the empty tree (RFC 6962 §2.1). */
export const emptyRoot: Hash = sha256(new Uint8Array());

/** Right edge of a tree: the perfect subtrees that it consists of, the largest first. Appending needs
 *  nothing else. */
export class TreeEdge {
  #size = 0;
  readonly #subtrees: Hash[] = [];

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  /** Appends a leaf, or a whole perfect subtree, whose number of leaves must divide the size.
   *  @returns every node that it completes, the leaf or subtree first */
  append(hash: Hash, height = 0): HashedNode[] {
    let top: HashedNode = { height, index: this.#size / 2 ** height, hash };
    const completed = [top];
    while (top.index % 2 === 1) {
      const left = this.#subtrees.pop() as Hash;
      const index = (top.index - 1) / 2;
      top = { height: top.height + 1, index, hash: nodeHash(left, top.hash) };
      completed.push(top);
    }
    this.#subtrees.push(top.hash);
    this.#size += 2 ** height;
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
