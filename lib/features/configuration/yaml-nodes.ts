import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, visit } from "yaml";

/** The node of a document that a path leads to; the last one on the way where the path leads further. A field is where its
 *  name is. */
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

/** Where a node begins in its text; the beginning of the text for none. */
export function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** Where a document has a key that no object can have of its own: parsers drop it without a word. */
export function offsetsOfUnusableKeys(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Pair: (_, { key }) => {
      if (isNode(key) && nameOf(key) === "__proto__") offsets.push(offsetOf(key));
    },
  });
  return offsets;
}
