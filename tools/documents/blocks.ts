/** Returns a page with new contents between the marks of its blocks.
 *  @param blocks by the names of their marks
 *  @throws Error for a block whose marks are missing from the page */
export function withBlocks(page: string, blocks: Record<string, string>): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`The page has no marks for ${name}`);
    return `${text.slice(0, from + begin.length)}${block}${text.slice(to)}`;
  }, page);
}

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");

/** A word of the wire in Markdown. */
export const word = (text: string) => `\`${text}\``;
