import { expect, test } from "vitest";
import type { CodeBlock } from "@/tests/support/code-blocks";
import { blocksOf, documentedPages } from "@/tests/support/documented";
import { type Claim, claims, namedBy, placeOf } from "@/tests/support/documented-claims";
import { systems } from "@/tests/systems/systems";

// Each block of a page is run from its own text, by one runner. A runner requests the block's text
// (`documented`), or runs everything on a page in one language; or CI runs the block's commands unchanged.

/** Languages that are shown, and not run. The tests of the pages check them. */
const DATA = /^(json|ndjson|mermaid|text|yaml|toml|ini|csv|html|http|diff)$/;

/** Runner of a page's fenced blocks; the first match counts. */
const RUNNERS: readonly [pages: RegExp, runner: string][] = [
  [/^docs\/quickstarts\//, "tests/systems/foreign/quickstarts.foreign.ts"],
  [/^docs\/TESTING\.md$/, "tests/packages/testing.test.ts"],
  [/^docs\/CONFIGURATION\.md$/, "tests/docs/configuration-page.test.ts"],
  [/^docs\//, "tests/docs/code-blocks.test.ts"],
  [/^packages\/(go|python)\//, "tests/systems/foreign/clients.foreign.ts"],
  [/^packages\/next\//, "tests/packages/next.test.ts"],
  [/^packages\//, "tests/packages/examples.test.ts"],
  // Pairs of a bad and a good example, of which one half must not run.
  [/^CONTRIBUTING\.md$/, "nobody: they are compared"],
];

/** Blocks whose commands only a person can run, each with the reason. Remove those that become testable. */
const BY_HAND: readonly [page: string, begins: string, why: string][] = [
  [
    "docs/CONFORMANCE.md",
    "export ATRIUM_CONFORMANCE_SUITE=",
    "the suite is no package, and its plans take hours; a test reads the words as the command does",
  ],
];
const MOST_BY_HAND = 1;

const all = documentedPages.flatMap(blocksOf);
const made = claims();
const claimSources = new Map<string, Set<string>>();
for (const claim of made)
  for (const place of namedBy(claim).map(placeOf))
    claimSources.set(place, (claimSources.get(place) ?? new Set()).add(claim.source));

/** The commands of a block, without its comments. */
const linesOf = ({ code }: CodeBlock) =>
  code
    .split("\n")
    .map((line) => line.replace(/(^|\s+)#\s.*$/, "").trimEnd())
    .filter(Boolean);

/** Commands that CI runs, as typed: the tests, and the systems. */
const ranByCi = [
  "npm test",
  ...systems.map(({ name }) => `npm test -- systems ${name.split("-")[0]}`),
];

const ran = new Set([
  ...ranByCi,
  ...all.filter((block) => claimSources.has(placeOf(block))).flatMap(linesOf),
]);
const isRan = (line: string) => ran.has(line);

/** Returns the runners of a block. */
function runnersOf(block: CodeBlock): string[] {
  const sources = claimSources.get(placeOf(block));
  if (sources) return [...sources];
  if (linesOf(block).every(isRan)) return ["CI, or the runner of another page"];
  if (block.language === "") return [];
  if (DATA.test(block.language)) return ["a test of the page"];
  const [, runner] = RUNNERS.find(([pages]) => pages.test(block.page)) ?? [];
  return runner ? [runner] : [];
}

test("each block of a page is run by one runner", () => {
  const wrong = all
    .map((block) => ({ at: placeOf(block), runners: runnersOf(block) }))
    .filter(({ runners }) => runners.length !== 1);
  expect(wrong).toEqual([]);
  expect(all.length).toBeGreaterThan(200);
});

test("every call for a block names one that exists", () => {
  expect(made.filter((one) => namedBy(one).length !== 1)).toEqual([]);
  expect(made.length).toBeGreaterThan(30);
});

test("blocks that only a person runs exist, have a reason, and become no more", () => {
  const named = BY_HAND.map(([page, begins]): Claim => ({ source: "", page, begins }));
  expect(named.filter((one) => namedBy(one).length !== 1)).toEqual([]);
  expect(BY_HAND.filter(([, , why]) => why.length < 20)).toEqual([]);
  expect(BY_HAND.length).toBeLessThanOrEqual(MOST_BY_HAND);
});
