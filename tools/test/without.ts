// Takes a feature out of a copy of the checkout: its folder, the files that its `feature.ts` names, its
// entries in lists of features, and the tests that import any of these. What is left must compile and pass
// the tests of the core. Features that need it go with it.
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import "@/lib/features/all";
import { features } from "@/lib/features/feature";
import { type ImportGraph, importGraph } from "../layers/import-graph";

/** Lists that name features or their parts, a line for each. */
const LISTS = /^(lib\/features\/all|app\/dashboard\/(.+\/)?features)\.tsx?$/;
/** Menus of the dashboard, which have a line for each page. Browsers load them, so they can't load
 *  features. */
const MENUS = ["app/dashboard/_parts/menu.ts", "app/dashboard/operator/_parts/operator-links.tsx"];
/** Files that only tests run, or that measure. */
const OF_TESTS = /^(tests|e2e|bench|examples)\/|\.test\.tsx?$/;
/** Tests of what is left that run. */
const NEAR = ["lib/core", "lib/kernel"];

const GENERATE = "import { generate } from './tools/build/generate.mjs'; generate();";
/** Types of the client, which describe the whole API: packages are no part of the service. */
const CLIENT_TYPES = "packages/client/src/generated";

/** Takes the feature out, and tries the rest.
 *  @param args the feature's name, or `today` for the one whose turn it is; `--types` runs no tests, and
 *    paths replace the core's tests
 *  @returns whether the rest compiles and passes */
export function tryWithout([name = "", ...args]: readonly string[]): boolean {
  const taken = takenWith(name === "today" ? ofToday(new Date()) : name);
  console.log(`── without ${taken.join(", ")}`);
  const folder = copyOfCheckout();
  try {
    takeOut(folder, taken);
    const node = (...words: string[]) =>
      spawnSync(process.execPath, words, { cwd: folder, stdio: "inherit" }).status === 0;
    if (!node("--input-type=module", "--eval", GENERATE)) return false;
    const compiles = node("node_modules/typescript-7/bin/tsc", "--noEmit", "--checkers", "2");
    if (args[0] === "--types" || !compiles) return compiles;
    return node("node_modules/vitest/vitest.mjs", "run", ...(args.length > 0 ? args : NEAR));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the feature whose turn it is: each has one in so many days as there are features. */
export function ofToday(at: Date): string {
  const all = features();
  return all[Math.floor(at.getTime() / 86_400_000) % all.length]?.name ?? "";
}

/** Returns the feature with all features that need it.
 *  @throws Error when there is no such feature */
export function takenWith(name: string): string[] {
  if (!features().some((one) => one.name === name))
    throw new Error(
      `Name a feature: ${features()
        .map((one) => one.name)
        .join(", ")}, or today`,
    );
  const taken = new Set([name]);
  // A Set yields entries that are added during iteration.
  for (const one of taken)
    for (const { name: other, needs = [] } of features()) if (needs.includes(one)) taken.add(other);
  return [...taken];
}

/** Copies the checkout, since what generates writes into documents too. The packages are this one's. */
function copyOfCheckout(): string {
  mkdirSync("test-results", { recursive: true });
  const folder = mkdtempSync(resolve("test-results/without-"));
  for (const file of filesOfCheckout()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  cpSync(CLIENT_TYPES, join(folder, CLIENT_TYPES), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

const filesOfCheckout = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file && existsSync(file));

/** Deletes what belongs to the features from the copy. */
function takeOut(folder: string, taken: readonly string[]): void {
  const graph = importGraph(filesOfCheckout().filter((file) => /\.tsx?$/.test(file)));
  const { owned, gone, tests } = filesOf(taken, graph);
  for (const path of [...owned, ...tests]) rmSync(join(folder, path), { recursive: true });
  console.log(`${gone.size} files of code go, ${tests.length} of them tests elsewhere:`);
  for (const file of tests) console.log(`  ${file}`);
  for (const file of graph.keys()) if (LISTS.test(file)) withoutEntries(folder, file, gone);
  const pages = features().flatMap(({ name, menu = [] }) => (taken.includes(name) ? menu : []));
  for (const file of MENUS) withoutPages(folder, file, pages);
}

/** Files of features. */
interface FeatureFiles {
  /** Paths that the features name, and their folders. */
  owned: string[];
  /** All files of code below them, and the tests elsewhere. */
  gone: Set<string>;
  /** Tests elsewhere that import any of these, directly or by other tests. */
  tests: string[];
}

/** Lists the files that go with features.
 *  @throws Error when a feature names a path that is not there */
function filesOf(taken: readonly string[], graph: ImportGraph): FeatureFiles {
  const owned = features()
    .filter(({ name }) => taken.includes(name))
    .flatMap(({ name, files }) => [`lib/features/${name}`, ...files]);
  const missing = owned.find((path) => !existsSync(path));
  if (missing) throw new Error(`${missing} of a feature is not there`);
  const gone = new Set(
    [...graph.keys()].filter((file) => owned.some((path) => isWithin(file, path))),
  );
  const others = [...graph].filter(([file]) => OF_TESTS.test(file) && !gone.has(file));
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    for (const [file, { ours }] of others) if (ours.some((one) => gone.has(one))) gone.add(file);
  }
  return { owned, gone, tests: others.map(([file]) => file).filter((file) => gone.has(file)) };
}

/** Lists the imports that hold the features in: of files that stay, and are no list of features. */
export function holders(taken: readonly string[], graph: ImportGraph): string[] {
  const { gone } = filesOf(taken, graph);
  return [...graph].flatMap(([file, { ours }]) =>
    gone.has(file) || LISTS.test(file)
      ? []
      : ours.filter((one) => gone.has(one)).map((one) => `${file} imports ${one}`),
  );
}

const isWithin = (file: string, path: string) => file === path || file.startsWith(`${path}/`);

/** Drops the lines of a list that import a deleted file, and the names that they import. */
function withoutEntries(folder: string, list: string, gone: ReadonlySet<string>): void {
  const lines = readFileSync(list, "utf8").split("\n");
  const names = new Set<string>();
  const rest = lines.filter((line) => {
    const [, path] = /["']((?:@\/|\.\.?\/)[^"']+)["']/.exec(line) ?? [];
    if (path === undefined) return true;
    const base = path.startsWith("@/") ? path.slice(2) : join(dirname(list), path);
    if (![`${base}.ts`, `${base}.tsx`].some((file) => gone.has(file))) return true;
    const [, name] = /import .*?(\w+) \}? ?from/.exec(line) ?? [];
    if (name) names.add(name);
    return false;
  });
  const text = [...names].reduce(
    (left, name) => left.replaceAll(new RegExp(`\\b${name}\\b,?`, "g"), ""),
    rest.join("\n"),
  );
  writeFileSync(join(folder, list), text);
}

function withoutPages(folder: string, menu: string, pages: readonly string[]): void {
  const lines = readFileSync(menu, "utf8").split("\n");
  const rest = lines.filter((line) => !pages.some((page) => line.includes(`"${page}"`)));
  writeFileSync(join(folder, menu), rest.join("\n"));
}
