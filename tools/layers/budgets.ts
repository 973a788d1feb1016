import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Finding } from "./finding";

const FILE = "budgets.json";
const PRODUCTION = ["app", "host", "lib", "cli", "tools", "bench", "emails", "packages"];
const CODE = /\.(tsx?|mjs|cjs|css|py|go)$/;
const TEST = /\.(test|spec|proxy|foreign)\.|_test\.(go|py)$|(^|\/)tests?\/|\/test_|node_modules/;

/** Lines of production code by folder, as budgets.json names the folders; `all` is the whole product with
 *  its tools. Tests and generated code do not count. */
export function productionLines(): Map<string, number> {
  const files = sources().filter(
    (file) => CODE.test(file) && !TEST.test(file) && !/(^|\/)generated\//.test(file),
  );
  const sums = new Map(files.map((file) => [file, lines(file)]));
  const under = (folder: string) =>
    files
      .filter((file) => folder === "all" || file.startsWith(`${folder}/`))
      .reduce((sum, file) => sum + (sums.get(file) ?? 0), 0);
  return new Map(
    ["all", "tools", "lib/kernel", "lib/core", ...features()].map((f) => [f, under(f)]),
  );
}

/** Finds folders that have more lines than their budget, or no budget. A capability brings its own budget;
 *  what it replaces is deleted. */
export function budgetFindings(lines: ReadonlyMap<string, number>): Finding[] {
  const budgets: Record<string, number> = JSON.parse(readFileSync(FILE, "utf8"));
  return [...lines].flatMap(([folder, count]) => {
    const budget = budgets[folder];
    if (budget !== undefined && count <= budget) return [];
    const problem =
      budget === undefined
        ? `has no budget for ${folder}`
        : `allows ${folder} ${budget} lines, and it has ${count}`;
    return [{ file: FILE, problem, instead: "delete what the new code replaces" }];
  });
}

/** Lists the sources of this checkout: outputs, which git ignores, are none. */
function sources(): string[] {
  const args = [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "--",
    ...PRODUCTION,
  ];
  const listed = execFileSync("git", args, { encoding: "utf8" }).split("\0");
  return listed.filter((file) => file && existsSync(file));
}

function features(): string[] {
  return readdirSync("lib/features", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `lib/features/${name}`);
}

const lines = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;
