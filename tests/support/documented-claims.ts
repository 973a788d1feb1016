import { globSync, readFileSync } from "node:fs";
import type { CodeBlock } from "./code-blocks";
import { blocksOf } from "./documented";

/** A source file that requests the text of a block. */
export interface Claim {
  source: string;
  page: string;
  begins: string;
}

const CALL =
  /\bdocumented\(\s*("docs\/[^"]+"|"[^"]+\.md"),\s*("(?:[^"\\]|\\.)+"|'[^']+'|`[^`$]+`)/g;

/** Returns every call of `documented` in code that runs: scripts, journeys, measurements and tests. */
export function claims(): Claim[] {
  const sources = globSync("{cli,tools,e2e,tests,bench}/**/*.{ts,mts}").sort();
  return sources.flatMap((source) =>
    [...readFileSync(source, "utf8").matchAll(CALL)].map(([, page = "", begins = ""]) => ({
      source,
      page: page.slice(1, -1),
      begins: begins.startsWith('"') ? (JSON.parse(begins) as string) : begins.slice(1, -1),
    })),
  );
}

/** Returns the blocks that a claim names; a right one names one. */
export const namedBy = ({ page, begins }: Claim): CodeBlock[] =>
  blocksOf(page).filter(({ code }) => code.startsWith(begins));

/** Returns the place of a block. */
export const placeOf = ({ page, line }: CodeBlock): string => `${page}:${line}`;
