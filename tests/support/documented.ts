import { globSync } from "node:fs";
import { type CodeBlock, codeBlocksOf } from "./code-blocks";
import { indentedBlocks } from "./indented-blocks";

/** The pages with code that users run: those of docs, and those beside packages, examples and the files of
 *  deploy. */
export const documentedPages: readonly string[] = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...globSync("docs/**/*.md", { exclude: ["docs/CHANGELOG.md"] }),
  ...globSync(["packages/*/README.md", "examples/*/README.md", "deploy/**/README.md"]),
].sort();

const read = new Map<string, CodeBlock[]>();

/** Every block of a page: the fenced ones, and those that are code by their indentation, whose language is
 *  "". */
export function blocksOf(page: string): readonly CodeBlock[] {
  const known = read.get(page) ?? parsed(page);
  read.set(page, known);
  return known;
}

function parsed(page: string): CodeBlock[] {
  const indented = indentedBlocks(page).map((one) => ({ ...one, language: "", attributes: {} }));
  return [...codeBlocksOf(page), ...indented].sort((a, b) => a.line - b.line);
}

/** Returns the text of a block, for the test that runs it: `tests/docs/every-block.test.ts` finds the calls,
 *  and the blocks without one.
 *  @param begins the first words of the block, as far as no other block of the page has them
 *  @param filled the words that a reader replaces, with their values
 *  @throws Error when there is no such block, or the block has not those words */
export function documented(
  page: string,
  begins: string,
  filled: Readonly<Record<string, string>> = {},
): string {
  const found = blocksOf(page).filter(({ code }) => code.startsWith(begins));
  const [block] = found;
  if (!block || found.length > 1)
    throw new Error(`${page} has ${found.length} blocks that begin with ${begins}`);
  const absent = Object.keys(filled).find((word) => !block.code.includes(word));
  if (absent !== undefined) throw new Error(`${page}:${block.line} has no ${absent}`);
  return Object.entries(filled).reduce(
    (text, [word, own]) => text.replaceAll(word, () => own),
    block.code.trimEnd(),
  );
}
