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
