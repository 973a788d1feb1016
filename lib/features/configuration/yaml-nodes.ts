import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, visit } from "yaml";

/** Node at a path of a document, or the last existing one on the way. A field's position is that of its
 *  name. */
export function nodeAt(document: Document, path: readonly PropertyKey[]): Node | null {
  let found = document.contents;
  let within: unknown = document.contents;
  for (const step of path) {
    if (isAlias(within)) within = within.resolve(document);
    if (isMap(within)) {
      const pair = within.items.find(({ key }) => nameOf(key) === String(step));
      if (!pair) break;
      if (isNode(pair.key)) found = pair.key;
      within = pair.value;
    } else if (isSeq(within)) {
      const item = within.items[Number(step)];
      if (!isNode(item)) break;
      found = item;
      within = item;
    } else break;
  }
  return found;
}

/** Start of a node in its text; 0 for none. */
export function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** Offsets of keys that parsers drop silently, because no object can have them as own properties. */
export function offsetsOfUnusableKeys(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Pair: (_, { key }) => {
      if (isNode(key) && nameOf(key) === "__proto__") offsets.push(offsetOf(key));
    },
  });
  return offsets;
}
