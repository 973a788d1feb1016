import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CodeBlock } from "@/tests/support/code-blocks";
import { blocksOf, documentedPages } from "@/tests/support/documented";
import { claims, namedBy, placeOf } from "@/tests/support/documented-claims";

// Each block of a page is run from its own text, by one runner. A runner asks for the block's text (`documented`), is named here,
// or runs everything that a page has in a language.

/** What is shown, and not run. The tests of the pages look into some of it. */
const DATA =
  /^(json|ndjson|mermaid|text|yaml|toml|ini|csv|html|http|diff|xml|apache|csharp|java|go|python)$/;

/** Who runs what is fenced, by page. */
const RUNNERS: readonly [pages: RegExp, runner: string][] = [
  [/^docs\/quickstarts\//, "tests/foreign/quickstarts.foreign.ts"],
  [/^docs\/TESTING\.md$/, "tests/packages/testing.test.ts"],
  [/^docs\/CONFIGURATION\.md$/, "tests/docs/configuration-page.test.ts"],
  [/^docs\//, "tests/docs/code-blocks.test.ts"],
  [/^packages\//, "tests/packages/examples.test.ts"],
  [/^examples\//, "tests/packages/product-examples.test.ts"],
  // Pairs of a bad and a good example, of which half must not run.
  [/^CONTRIBUTING\.md$/, "nobody: they are compared"],
];

/** Blocks whose commands CI runs as they stand. */
const BY_CI: readonly [page: string, begins: string][] = [
  ["README.md", "npm test"],
  ["docs/OBSERVABILITY.md", "npm run test:alerts"],
  ["docs/DEPLOYING.md", "npm run test:postgres"],
];

const all = documentedPages.flatMap(blocksOf);
const made = claims();

/** Whoever runs a block. */
function runnersOf(block: CodeBlock): string[] {
  const asked = made.filter((one) => namedBy(one).some((own) => placeOf(own) === placeOf(block)));
  const sources = new Set(asked.map(({ source }) => source));
  if (sources.size > 0) return [...sources];
  const byCi = BY_CI.some(([page, begins]) => page === block.page && block.code.startsWith(begins));
  if (byCi) return ["CI"];
  if (block.language === "") return [];
  if (DATA.test(block.language)) return ["a test of the page"];
  return RUNNERS.filter(([pages]) => pages.test(block.page))
    .slice(0, 1)
    .map(([, runner]) => runner);
}

test("each block of a page is run by one runner", () => {
  const wrong = all
    .map((block) => ({ at: placeOf(block), runners: runnersOf(block) }))
    .filter(({ runners }) => runners.length !== 1);
  expect(wrong).toEqual([]);
  expect(all.length).toBeGreaterThan(200);
});

test("whoever asks for a block names one that there is", () => {
  expect(made.filter((one) => namedBy(one).length !== 1)).toEqual([]);
  expect(made.length).toBeGreaterThan(30);
});

test("what CI is said to run is what it runs", () => {
  const ci = readFileSync(".ci/run", "utf8");
  const said = [...ci.matchAll(/'(test:[^']+)'|(?<=\s)(test:\S+)|^(npm test)$/gm)];
  const run = said.map(([, quoted, plain, whole]) => whole ?? `npm run ${quoted ?? plain}`);
  const commands = BY_CI.flatMap(([page, begins]) => {
    const [block] = namedBy({ source: "", page, begins });
    return (block?.code ?? `${page} has no ${begins}`)
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, ""));
  });
  expect(commands.filter((command) => !run.includes(command))).toEqual([]);
});
