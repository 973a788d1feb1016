/** A node of a tree that has every leaf below it: 2^height leaves, of which the first is `index` × 2^height. */
export interface Node {
  height: number;
  index: number;
}

/** The fewest nodes that have the leaves from `from` to before `until`, and no others, from left to right. */
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
