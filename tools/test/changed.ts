import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { codeFiles, isTest } from "../layers/code-files";
import { type ImportGraph, importGraph } from "../layers/import-graph";
import { knownTimes, type Times } from "./times";

/** Budget of a stage, in seconds of one worker; there are two. A file without a recorded time counts as much
 *  as most. */
const BUDGETS = { unit: { most: 160, unknown: 4 }, e2e: { most: 70, unknown: 20 } };

/** Files of tests, those nearest to a change first, and those beyond the budget. */
export interface Reached {
  run: string[];
  left: string[];
}

/** Finds the tests and the journeys that the changes since a commit can reach: over imports, over paths that
 *  a file names (a document, a migration, a process that a test starts), and over the addresses of pages.
 *  @param base a commit; without one, uncommitted changes, or else the last commit
 *  @throws Error when git knows no such commit */
export function changedTests(base?: string): { changed: string[]; unit: Reached; e2e: Reached } {
  const files = codeFiles(/\.(tsx?|mjs)$/);
  const changed = changedFiles(base);
  const distances = distancesFrom(changed, reachedBy(importGraph(files), changed));
  const times = knownTimes();
  const near = [...distances].sort(([, one], [, other]) => one - other);
  const tests = near.filter(([file]) => isTest(file));
  const journeys = near.filter(([file]) => file.endsWith(".spec.ts"));
  return {
    changed,
    unit: within(tests, times, BUDGETS.unit),
    e2e: within(journeys, times, BUDGETS.e2e),
  };
}

function changedFiles(base: string | undefined): string[] {
  const git = (...words: string[]) =>
    execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
      .split("\n")
      .filter(Boolean);
  const since = (commit: string) => [
    ...git("diff", "--name-only", commit, "--"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  if (base) return since(base);
  const open = since("HEAD");
  return open.length > 0 ? open : since("HEAD~1");
}

/** Returns the files that are reached from a file in one step. */
function reachedBy(graph: ImportGraph, changed: readonly string[]): Map<string, string[]> {
  const reached = new Map<string, string[]>();
  const add = (from: string, to: string) =>
    void reached.set(from, [...(reached.get(from) ?? []), to]);
  const pages: [page: string, address: RegExp][] = [];
  for (const [file, { ours }] of graph) {
    for (const one of ours) add(one, file);
    const address = addressOf(file);
    if (address) pages.push([file, address]);
  }
  for (const file of graph.keys()) {
    if (!/^(e2e|tests)\/|\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(file, "utf8");
    for (const one of changed) if (text.includes(one) || isNamed(one, text)) add(one, file);
    if (file.startsWith("e2e/"))
      for (const [page, address] of pages) if (address.test(text)) add(page, file);
  }
  return reached;
}

/** Documents and the like are named without their folder, too. */
const isNamed = (file: string, text: string) =>
  !/\.(tsx?|mjs)$/.test(file) && text.includes(basename(file));

/** Returns the name that journeys give the page or route of a file; undefined for another file. */
function addressOf(file: string): RegExp | undefined {
  const [, folders] = /^app\/(.*)\/(?:page|route)\.tsx?$/.exec(file) ?? [];
  const last = folders
    ?.split("/")
    .filter((part) => !/^[([_]/.test(part))
    .at(-1);
  return last ? new RegExp(`[/"\`]${last}(?![\\w-])`) : undefined;
}

function distancesFrom(
  changed: readonly string[],
  reached: ReadonlyMap<string, string[]>,
): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const next of reached.get(file) ?? [])
      if (!distances.has(next)) distances.set(next, distance + 1);
  return distances;
}

function within(
  near: [file: string, distance: number][],
  times: Times,
  { most, unknown }: { most: number; unknown: number },
): Reached {
  const reached: Reached = { run: [], left: [] };
  let spent = 0;
  for (const [file, distance] of near) {
    const takes = times[file] ?? unknown;
    // A test that changed itself is run even beyond the budget.
    const tried = distance === 0 || spent + takes <= most;
    if (tried) spent += takes;
    reached[tried ? "run" : "left"].push(file);
  }
  return reached;
}
