import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import type { Finding } from "./finding";
import { importsOf } from "./import-graph";
import { parse } from "./parsed";

const INSTEAD =
  "it runs before npm ci: import Node's own modules alone, and load the rest once it is installed";

/** Lists entries that run before anything is installed: each file that Node runs in a script of package.json,
 *  in .ci, in README's commands and as the checkout's own program.
 *  @param root the checkout */
export function entriesOf(root: string): string[] {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const { scripts, bin } = JSON.parse(read("package.json"));
  const lines = [...Object.values<string>(scripts), read(".ci/run"), read("README.md")].join("\n");
  const run = [...lines.matchAll(/\bnode (tools\/\S+\.mjs)\b/g)].map(([, file]) => String(file));
  return [...new Set([...run, ...Object.values<string>(bin)])].sort();
}

/** Finds imports that an empty clone could not resolve: static ones of an entry and of all files below it,
 *  and the entry's own dynamic ones after it has checked Node's version.
 *  @param entry relative to the root */
export function entryFindings(root: string, entry: string): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = parse(file, readFileSync(join(root, file), "utf8"));
    for (const { specifier, line, isDynamic } of importsOf(source)) {
      if (isDynamic && file !== entry) continue;
      if (specifier.startsWith(".")) visit(join(file, "..", specifier));
      else if (!isBuiltin(specifier))
        findings.push({ file, line, problem: `${entry} imports ${specifier}`, instead: INSTEAD });
    }
  };
  visit(entry);
  return findings;
}
